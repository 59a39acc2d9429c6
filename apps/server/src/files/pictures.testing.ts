/** Pictures of a given size that contain only their headers, which is the part that is parsed. */
const number = (value: number, bytes: number, little = false): Buffer => {
  const buffer = Buffer.alloc(bytes);
  if (little) buffer.writeUIntLE(value, 0, bytes);
  else buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

const text = (letters: string): Buffer => Buffer.from(letters, 'latin1');

/** Returns a PNG without image data. */
export function png(width: number, height: number): Buffer {
  const header = Buffer.concat([number(width, 4), number(height, 4), Buffer.from([8, 6, 0, 0, 0])]);
  return Buffer.concat([
    text('\x89PNG\r\n\x1a\n'),
    number(13, 4),
    text('IHDR'),
    header,
    number(0, 4),
  ]);
}

/** Returns a GIF without image data. */
export function gif(width: number, height: number): Buffer {
  return Buffer.concat([
    text('GIF89a'),
    number(width, 2, true),
    number(height, 2, true),
    Buffer.from([0, 0, 0]),
  ]);
}

/** Returns a JPEG without image data. A colour profile of `notes` bytes precedes its size. */
export function jpeg(width: number, height: number, notes = 60_000): Buffer {
  const profile = Buffer.concat([text('ICC_PROFILE'), Buffer.alloc(notes - 11)]);
  const segment = Buffer.concat([Buffer.from([0xff, 0xe2]), number(notes + 2, 2), profile]);
  const frame = Buffer.concat([
    Buffer.from([0xff, 0xc2]),
    number(17, 2),
    Buffer.from([8]),
    number(height, 2),
    number(width, 2),
  ]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), segment, frame, Buffer.alloc(20)]);
}

/** Returns an extended WebP without image data. */
export function webp(width: number, height: number): Buffer {
  const size = Buffer.concat([number(width - 1, 3, true), number(height - 1, 3, true)]);
  return Buffer.concat([
    text('RIFF'),
    number(22, 4, true),
    text('WEBPVP8X'),
    number(10, 4, true),
    Buffer.alloc(4),
    size,
  ]);
}

function box(name: string, ...content: readonly Buffer[]): Buffer {
  const inside = Buffer.concat(content);
  return Buffer.concat([number(inside.length + 8, 4), text(name), inside]);
}

/** Returns an AVIF without image data. */
export function avif(width: number, height: number): Buffer {
  const size = box('ispe', Buffer.alloc(4), number(width, 4), number(height, 4));
  const meta = box(
    'meta',
    Buffer.alloc(4),
    box('hdlr', Buffer.alloc(4)),
    box('iprp', box('ipco', size)),
  );
  return Buffer.concat([box('ftyp', text('avif'), Buffer.alloc(4)), meta]);
}
