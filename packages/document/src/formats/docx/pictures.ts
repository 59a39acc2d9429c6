import { unzipSync } from 'fflate';
import { bytesOfPicture, type PictureSource } from '../picture.ts';
import { packageOf, type FileParts, type NamedFile } from '../zip.ts';

const media = 'word/media/';

/** Returns placeholder bytes for a picture while a Word file is composed in memory: its source. */
export const standIn = (src: string): Uint8Array => new TextEncoder().encode(src);

/**
 * Writes a composed Word file in parts, with the pictures in place of their {@link standIn}. Reads
 * one picture at a time.
 */
export function withRealPictures(
  word: Uint8Array,
  sources: Iterable<string>,
  imageBytes: PictureSource | undefined,
): FileParts {
  const known = new Set(sources);
  return packageOf(
    (async function* files(): AsyncGenerator<NamedFile> {
      for (const [name, bytes] of Object.entries(unzipSync(word))) {
        const src = name.startsWith(media) ? new TextDecoder().decode(bytes) : '';
        if (!known.has(src)) yield { name, bytes };
        else yield { name, bytes: await bytesOfPicture(src, imageBytes), isPacked: true };
      }
    })(),
  );
}
