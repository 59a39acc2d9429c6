// oxlint-disable-next-line typescript/triple-slash-reference -- an app that checks its types from its own folder finds these only so
/// <reference path="./pdfmake.d.ts" />
import printerModule from 'pdfmake/js/Printer.js';
import bundledFonts from 'pdfmake/build/vfs_fonts.js';
import { withNumberedNotes } from '../footnotes.ts';
import type { NodeJson } from '../../schema/json.ts';
import { pdfBlocks } from './blocks.ts';
import { bytesOfPicture, measuredPictures, type PictureSource } from '../picture.ts';
import type { FileParts } from '../zip.ts';

/**
 * Node imports the whole exports object of a CommonJS module, with its `default` property; bundlers
 * and test runners import that property itself.
 */
const Printer = 'default' in printerModule ? printerModule.default : printerModule;

/** The four font files of a typeface, TrueType or OpenType. */
export type Typeface = Record<'normal' | 'bold' | 'italics' | 'bolditalics', Uint8Array>;

const names = {
  normal: 'Roboto-Regular.ttf',
  bold: 'Roboto-Medium.ttf',
  italics: 'Roboto-Italic.ttf',
  bolditalics: 'Roboto-MediumItalic.ttf',
};

/**
 * Converts a text of `manuscriptOf` to a PDF (A4) with its headings as bookmarks, returned in
 * parts. Pictures are read from `imageBytes` (PNG and JPEG). Unavailable ones are replaced by their
 * description, and reported to `lost` before the first part. All pictures are in memory until they
 * are written. The default typeface is Roboto: Latin, Greek and Cyrillic. Nothing is fetched and no
 * file is opened, whatever the document contains.
 *
 * @param title the title in the properties of the file.
 * @param text a text that conforms to the schema.
 */
export async function pdfOf(
  title: string,
  text: NodeJson,
  {
    imageBytes,
    lost = new Set(),
    typeface,
  }: { imageBytes?: PictureSource; lost?: Set<string>; typeface?: Typeface } = {},
): Promise<FileParts> {
  const pictures = await measuredPictures(text, imageBytes, lost);
  const images: Record<string, string> = {};
  const held = new Map<string, Uint8Array>();
  for (const [src, { type }] of pictures) {
    if (type === 'image/gif') continue;
    const name = `picture:${held.size}`;
    const bytes = await bytesOfPicture(src, imageBytes);
    images[src] = name;
    held.set(name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  }
  if ([...pictures.values()].some(({ type }) => type === 'image/gif'))
    lost.add('GIF pictures became their description: PDF has none.');
  const files = typeface ?? unpacked();
  const printer = new Printer(
    { Roboto: { ...names } },
    {
      existsSync: (name) => held.has(name) || fileOf(files, name) !== undefined,
      readFileSync: (name) => taken(held, name) ?? fileOf(files, name) ?? new Uint8Array(),
    },
    { resolve: () => {}, resolved: () => Promise.resolve() },
    () => false,
  );
  const notes: string[] = [];
  const numbered = withNumberedNotes(text, notes);
  const stream = await printer.createPdfKitDocument({
    info: { title },
    pageMargins: 64,
    defaultStyle: { font: 'Roboto', fontSize: 11, lineHeight: 1.25 },
    images,
    content: pdfBlocks(numbered.content ?? [], notes, {
      pictures: new Map([...pictures].filter(([src]) => src in images)),
      lost,
    }),
  });
  stream.end();
  return stream;
}

/** Returns a picture to pdfmake, once. */
function taken(held: Map<string, Uint8Array>, name: string): Uint8Array | undefined {
  const bytes = held.get(name);
  held.delete(name);
  return bytes;
}

function fileOf(files: Typeface, name: string): Uint8Array | undefined {
  const style = (Object.keys(names) as (keyof typeof names)[]).find((each) => names[each] === name);
  return style && files[style];
}

const unpacked = (): Typeface => ({
  normal: bytesOf(names.normal),
  bold: bytesOf(names.bold),
  italics: bytesOf(names.italics),
  bolditalics: bytesOf(names.bolditalics),
});

function bytesOf(name: string): Uint8Array {
  return Uint8Array.from(atob(bundledFonts[name] ?? ''), (letter) => letter.charCodeAt(0));
}
