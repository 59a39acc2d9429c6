import { unzipSync, type UnzipFileInfo } from 'fflate';
import { UnreadableFile } from './unreadable-file.ts';

const begins = (bytes: Uint8Array, ...signs: readonly number[]): boolean =>
  signs.every((sign, at) => bytes[at] === sign);

/**
 * True if the bytes are a zip archive, regardless of the file name. Word files are zip archives
 * too.
 */
export function isZip(bytes: Uint8Array): boolean {
  return begins(bytes, 0x50, 0x4b, 0x03, 0x04);
}

/**
 * True if the bytes are a zip archive with the parts of a Word file, whatever its name. A folder
 * `word` alone can be in any archive.
 */
export function isWordFile(bytes: Uint8Array): boolean {
  let [hasTypes, hasParts] = [false, false];
  const filter = ({ name }: UnzipFileInfo): boolean => {
    hasTypes ||= name === '[Content_Types].xml';
    hasParts ||= name.startsWith('word/');
    return false;
  };
  try {
    if (isZip(bytes)) unzipSync(bytes, { filter });
  } catch {
    // A damaged archive is no Word file that could be read.
    return false;
  }
  return hasTypes && hasParts;
}

/**
 * Characters that texts do not contain. NUL is no sign of other content, because it is removed from
 * texts; nor is escape, which sets colours in the output of programs.
 */
const control = /(?!\s)\p{Cc}/gu;

/** Number of characters that are looked at, and the most of them that are control characters. */
const lookedAt = 65_536;
const mostControls = 0.01;

/** True if decoded bytes are no text: too many of their characters are control characters. */
export function isBinary(text: string): boolean {
  const beginning = text.slice(0, lookedAt).replaceAll('\0', '').replaceAll('\u001B', '');
  const count = beginning.match(control)?.length ?? 0;
  return count > 3 && count > beginning.length * mostControls;
}

/**
 * Name of the content of an encrypted Word file: `EncryptedPackage` in UTF-16. Source:
 * MS-OFFCRYPTO, 1.3.3.
 */
const encrypted = [...'EncryptedPackage'].map((letter) => `${letter}\0`).join('');

/**
 * Refuses bytes with the signature of a file that is neither text nor a Word file. The message
 * names the type, because the name of a file can be wrong.
 * @throws {@link UnreadableFile}
 */
export function refuseByContent(bytes: Uint8Array): void {
  if (begins(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) {
    if (new TextDecoder('latin1').decode(bytes).includes(encrypted))
      throw new UnreadableFile(
        'This file is protected by a password. Save it without one, then import it again.',
      );
    throw new UnreadableFile(
      'This is a file of an older Word (.doc). Save it as .docx, then import it again.',
    );
  }
  if (begins(bytes, 0x25, 0x50, 0x44, 0x46, 0x2d))
    throw new UnreadableFile('This is a PDF. PDFs cannot be read.');
  const isPicture =
    begins(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a) ||
    begins(bytes, 0xff, 0xd8, 0xff) ||
    begins(bytes, 0x47, 0x49, 0x46, 0x38) ||
    (begins(bytes, 0x52, 0x49, 0x46, 0x46) && begins(bytes.subarray(8), 0x57, 0x45, 0x42, 0x50));
  if (isPicture)
    throw new UnreadableFile('This is a picture. Pictures cannot be read as documents.');
}
