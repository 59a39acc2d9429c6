import type { NodeJson } from '../schema/json.ts';

/** A picture as stored in a file. `type` is its media type, `image/png` for example. */
export type Picture = { bytes: Uint8Array; type: string };

/**
 * Fetches a picture by its source in a document; null if it is unavailable. May be called again for
 * the same source.
 */
export type PictureSource = (src: string) => Promise<Picture | null>;

/** Metadata of a picture. Width and height in pixels. */
export type PictureFacts = { type: string; width: number; height: number };

/**
 * Measures the pictures of a document, by source. Reads one at a time, and releases its bytes.
 * `lost` gets a sentence if any is unavailable or cannot be measured.
 */
export async function measuredPictures(
  doc: NodeJson,
  source: PictureSource | undefined,
  lost: Set<string>,
): Promise<Map<string, PictureFacts>> {
  const found = new Map<string, PictureFacts>();
  for (const src of sourcesOf(doc)) {
    const picture = (await source?.(src)) ?? null;
    const size = picture && sizeOf(picture.bytes);
    if (size) found.set(src, size);
    else
      lost.add(
        'Pictures that could not be had, or are neither PNG, JPEG nor GIF, became their description.',
      );
  }
  return found;
}

/**
 * Returns the bytes of a picture that was measured before.
 * @throws if it is unavailable by now
 */
export async function bytesOfPicture(
  src: string,
  source: PictureSource | undefined,
): Promise<Uint8Array> {
  const picture = await source?.(src);
  if (!picture) throw new Error('A picture that was there a moment ago is gone.');
  return picture.bytes;
}

function sourcesOf(node: NodeJson, found = new Set<string>()): Set<string> {
  const src = node.attrs?.['src'];
  if (node.type === 'image' && typeof src === 'string') found.add(src);
  node.content?.forEach((child) => sourcesOf(child, found));
  return found;
}

/**
 * Reads width, height and media type of a PNG, JPEG or GIF from its first bytes; null for anything
 * else.
 */
export function sizeOf(bytes: Uint8Array): { width: number; height: number; type: string } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = read(view);
  return size && size.width > 0 && size.height > 0 ? size : null;
}

function read(view: DataView): { width: number; height: number; type: string } | null {
  if (view.byteLength < 24) return null;
  if (view.getUint32(0) === 0x89504e47)
    return { width: view.getUint32(16), height: view.getUint32(20), type: 'image/png' };
  if (view.getUint32(0) === 0x47494638)
    return { width: view.getUint16(6, true), height: view.getUint16(8, true), type: 'image/gif' };
  return view.getUint16(0) === 0xffd8 ? readJpeg(view) : null;
}

function readJpeg(view: DataView): { width: number; height: number; type: string } | null {
  for (
    let at = 2;
    at + 9 < view.byteLength && view.getUint8(at) === 0xff;
    at += 2 + view.getUint16(at + 2)
  ) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5), type: 'image/jpeg' };
  }
  return null;
}

type Size = { readonly width: number; readonly height: number };

/** Scales a width and height down to at most those of `room`, keeping the aspect ratio. */
export function fitted({ width, height }: Size, room: Size): Size {
  const scale = Math.min(1, room.width / width, room.height / height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** Returns the size of a picture at a width, which can be larger than its own. */
export function sizedTo({ width, height }: Size, asked: number): Size {
  return { width: asked, height: (height * asked) / width };
}
