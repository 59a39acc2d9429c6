// oxlint-disable-next-line typescript/triple-slash-reference -- an app that checks its types from its own folder finds these only so
/// <reference path="./pdfmake.d.ts" />
import printerModule, { type PdfStream } from 'pdfmake/js/Printer.js';
import bundledFonts from 'pdfmake/build/vfs_fonts.js';
import { withNumberedNotes } from '../footnotes.ts';
import type { NodeJson } from '../json.ts';
import { repaired } from '../repair.ts';
import { withTitle } from '../with-title.ts';
import { pdfBlocks } from './pdf-blocks.ts';
import { picturesOf, type PictureSource } from './picture.ts';

/** Node gives a CommonJS module whole, bundlers and test runners give what it exports. */
const Printer = 'default' in printerModule ? printerModule.default : printerModule;

/** The four files of a typeface, TrueType or OpenType. */
export type Typeface = Record<'normal' | 'bold' | 'italics' | 'bolditalics', Uint8Array>;

const names = {
  normal: 'Roboto-Regular.ttf',
  bold: 'Roboto-Medium.ttf',
  italics: 'Roboto-Italic.ttf',
  bolditalics: 'Roboto-MediumItalic.ttf',
};

/**
 * A document as a PDF (A4) that begins with its title. Pictures come from `imageBytes` (PNG and JPEG); those that are not to be had become
 * their description, and `lost` is told. Without a `typeface` of one's own the letters are Roboto's: Latin, Greek and Cyrillic. Nothing
 * is fetched and no file is opened, whatever the document says.
 */
export async function pdfOf(
  title: string,
  doc: NodeJson,
  { imageBytes, lost = new Set(), typeface }: { imageBytes?: PictureSource; lost?: Set<string>; typeface?: Typeface } = {},
): Promise<Uint8Array> {
  const pictures = await picturesOf(doc, imageBytes, lost);
  const images = Object.fromEntries(
    [...pictures]
      .filter(([, { type }]) => type !== 'image/gif')
      .map(([src, { bytes, type }]) => [src, `data:${type};base64,${base64(bytes)}`]),
  );
  if ([...pictures.values()].some(({ type }) => type === 'image/gif'))
    lost.add('GIF pictures became their description: PDF has none.');
  const files = typeface ?? unpacked();
  const printer = new Printer(
    { Roboto: { ...names } },
    { existsSync: (name) => fileOf(files, name) !== undefined, readFileSync: (name) => fileOf(files, name) ?? new Uint8Array() },
    { resolve: () => {}, resolved: () => Promise.resolve() },
    () => false,
  );
  const notes: string[] = [];
  const sound = withNumberedNotes(withTitle(title, repaired(doc, lost)), notes);
  const stream = await printer.createPdfKitDocument({
    info: { title },
    pageMargins: 64,
    defaultStyle: { font: 'Roboto', fontSize: 11, lineHeight: 1.25 },
    images,
    content: pdfBlocks(sound.content ?? [], notes, {
      pictures: new Map([...pictures].filter(([src]) => src in images)),
      lost,
    }),
  });
  return collected(stream);
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

function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  // Arguments of a call are limited, so in pieces.
  for (let at = 0; at < bytes.length; at += 8_192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)));
  return btoa(parts.join(''));
}

function collected(stream: PdfStream): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    stream.on('error', reject);
    stream.on('end', () => {
      const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
      let at = 0;
      for (const chunk of chunks) {
        whole.set(chunk, at);
        at += chunk.length;
      }
      resolve(whole);
    });
    stream.end();
  });
}
