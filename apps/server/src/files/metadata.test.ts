import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kindOf } from './kinds.ts';
import { withoutMetadata } from './metadata.ts';

const secret = 'GPS 52.5200 N 13.4050 E, Ada’s phone';

/** A JPEG of one grey pixel, from the marker of its quantization table on. */
const pixels = Buffer.from(
  '/9sAQwADAgICAgIDAgICAwMDAwQGBAQEBAQIBgYFBgkICgoJCAkJCgwPDAoLDgsJCQ0RDQ4PEBAREAoMEhMSEBMPEBAQ/8kACwgAAQABAQERAP/MAAYAEBAF/9oACAEBAAA/ANIg/9k=',
  'base64',
);

function segment(code: number, body: Uint8Array | string): Buffer {
  const bytes = Buffer.from(body as string, 'latin1');
  return Buffer.concat([
    Buffer.from([0xff, code, (bytes.length + 2) >> 8, (bytes.length + 2) & 255]),
    bytes,
  ]);
}

/** Returns EXIF data with an orientation, in either byte order. */
function exif(orientation: number, isLittle: boolean): Buffer {
  const tiff = Buffer.alloc(38);
  tiff.write(isLittle ? 'II' : 'MM', 'latin1');
  const short = (value: number, at: number) =>
    isLittle ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    isLittle ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  short(42, 2);
  long(8, 4);
  short(2, 8);
  short(0x0110, 10);
  short(0x0112, 22);
  short(3, 24);
  long(1, 26);
  short(orientation, 30);
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from(secret)]));
}

const start = Buffer.from([0xff, 0xd8]);
const jfif = segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0');
const colours = segment(0xe2, 'ICC_PROFILE\0\x01\x01profile');
const notes = [
  segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${secret}`),
  segment(0xe2, `MPF\0${secret}`),
  segment(0xed, `Photoshop 3.0\0${secret}`),
  segment(0xe5, secret),
  segment(0xfe, secret),
];

function chunk(type: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

const sign = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const header = chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]));
const data = [chunk('IDAT', deflateSync(Buffer.from([0, 128]))), chunk('IEND', Buffer.alloc(0))];

async function* inPieces(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function cleaned(bytes: Uint8Array, size = 1_000): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of withoutMetadata(inPieces(bytes, size))) parts.push(part);
  return Buffer.concat(parts);
}

test.each([1, 7, 1_000])(
  'a JPEG read in chunks of %i bytes keeps its pixels and colour profile, and no other metadata',
  async (size) => {
    const photograph = Buffer.concat([
      start,
      jfif,
      exif(1, true),
      Buffer.from([0xff]),
      colours,
      ...notes,
      pixels,
    ]);
    const result = await cleaned(photograph, size);
    expect(result).toEqual(Buffer.concat([start, jfif, colours, pixels]));
    expect(kindOf(result)).toEqual(kindOf(photograph));
    expect(kindOf(result)).toMatchObject({ type: 'image/jpeg', width: 1, height: 1 });
  },
);

const scan = (data: string): Buffer =>
  Buffer.concat([segment(0xda, '\x01\x01\0\0\x3f\0'), Buffer.from(data, 'latin1')]);

test.each([1, 2, 7, 1_000])(
  'a JPEG read in chunks of %i bytes keeps all its scans, and nothing after its end',
  async (size) => {
    const [first, second] = [
      scan('some\xff\0stuffed\xff\xd0and\xff\0\xff\0restarted data\xff\xd7\xff\0'),
      scan('\xff\0more data'),
    ];
    const tables = segment(0xc4, '\xff\xd9 within a table');
    const end = Buffer.from([0xff, 0xd9]);
    const whole = [start, jfif, pixels.subarray(0, -2), first, tables, second, end];
    const note = exif(1, false);
    const appended = Buffer.concat([start, note, pixels, Buffer.from(`ftypmp42${secret}`)]);
    const photograph = [...whole.slice(0, 4), note, ...whole.slice(4), appended];
    expect(await cleaned(Buffer.concat(photograph), size)).toEqual(Buffer.concat(whole));
  },
);

test.each([1, 1_000])(
  'a JPEG read in chunks of %i bytes that ends within a scan is passed on',
  async (size) => {
    const cut = Buffer.concat([start, jfif, scan('data\xff\0\xff\xd3\xff\xff')]);
    expect(await cleaned(cut, size)).toEqual(cut);
  },
);

test.each([
  [6, true],
  [8, false],
])(
  'a JPEG with the EXIF orientation %i keeps it, and no other metadata',
  async (orientation, isLittle) => {
    const result = await cleaned(Buffer.concat([start, exif(orientation, isLittle), pixels]));
    expect(result.includes('GPS')).toBe(false);
    expect(result.subarray(2, 4)).toEqual(Buffer.from([0xff, 0xe1]));
    const again = await cleaned(result);
    expect(again).toEqual(result);
    expect(result[result.indexOf('Exif') + 6 + 19]).toBe(orientation);
    expect(result.subarray(-pixels.length)).toEqual(pixels);
  },
);

test.each([1, 1_000])(
  'a PNG read in chunks of %i bytes keeps its pixels and no metadata',
  async (size) => {
    const before = ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'].map((type) =>
      chunk(type, Buffer.from(secret)),
    );
    const result = await cleaned(Buffer.concat([sign, header, ...before, ...data]), size);
    expect(result).toEqual(Buffer.concat([sign, header, ...data]));
  },
);

test.each([1, 1_000])(
  'a PNG read in chunks of %i bytes keeps nothing after its end',
  async (size) => {
    const picture = Buffer.concat([sign, header, ...data]);
    const appended = Buffer.concat([chunk('eXIf', Buffer.from(secret)), Buffer.from(secret)]);
    expect(await cleaned(Buffer.concat([picture, appended]), size)).toEqual(picture);
  },
);

test('a WebP keeps its size and pixels and loses its metadata', async () => {
  const part = (type: string, body: string): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(Buffer.byteLength(body));
    return Buffer.concat([
      Buffer.from(type),
      size,
      Buffer.from(body),
      Buffer.alloc(Buffer.byteLength(body) % 2),
    ]);
  };
  const parts = Buffer.concat([
    part('VP8 ', 'the pixels'),
    part('EXIF', secret),
    part('XMP ', secret),
    part('ICCP', 'odd'),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(parts.length + 4);
  const picture = Buffer.concat([Buffer.from('RIFF'), size, Buffer.from('WEBP'), parts]);
  const result = await cleaned(picture, 5);
  expect(result.length).toBe(picture.length);
  for (const kept of ['the pixels', 'ICCP', 'odd']) expect(result.includes(kept)).toBe(true);
  expect(result.includes('GPS')).toBe(false);
});

test('other files pass unchanged, and damaged pictures are handled without an error', async () => {
  const bytes = fc.uint8Array({ maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(bytes, fc.integer({ min: 1, max: 9 }), async (any, size) => {
      expect(await cleaned(Buffer.concat([Buffer.from('%PDF-'), any]), size)).toEqual(
        Buffer.concat([Buffer.from('%PDF-'), any]),
      );
      for (const beginning of [
        start,
        sign,
        Buffer.from('RIFF\0\0\0\0WEBP'),
        Buffer.concat([start, Buffer.from([0xff, 0xe1, 0, 20])]),
      ]) {
        const damaged = Buffer.concat([beginning, any]);
        expect((await cleaned(damaged, size)).length).toBeLessThanOrEqual(damaged.length + 36);
      }
    }),
  );
});

test('a JPEG that ends in fill bytes or empty markers is passed on', async () => {
  for (const count of [1, 2, 63, 64, 65, 66, 10_000]) {
    const filled = await cleaned(Buffer.concat([start, Buffer.alloc(count, 0xff)]), 7);
    expect(filled.subarray(0, 2)).toEqual(start);
    expect(filled.length).toBeGreaterThan(Math.max(0, count - 65));
    expect(filled.length).toBeLessThanOrEqual(count + 2);
  }
  const marked = Buffer.concat([start, Buffer.alloc(300_000, Buffer.from([0xff, 0xd0]))]);
  expect(await cleaned(marked, 65_536)).toEqual(marked);
});
