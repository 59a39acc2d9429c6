import { unzipSync, zipSync } from 'fflate';
import mammoth from 'mammoth';
import { jsonOfHtml } from '../html-in.ts';
import type { NodeJson } from '../json.ts';
import type { Picture } from './picture.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** Most bytes that a Word file may unpack to, and most files in it. Real ones stay below them by far. */
const mostBytes = 128 * 1024 * 1024;
const mostEntries = 10_000;

/** Most sentences of a report. */
const mostSentences = 30;

const styles = [
  'u => u',
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Code'] => pre:separator('\\n')",
  "p[style-name='Caption'] => p:fresh",
  "p[style-name='Callout'] => p:fresh",
];

/** A document that came in, and sentences about what of it could not be carried. */
export type Imported = { doc: NodeJson; report: string[] };

/**
 * The document in a Word file. Pictures are given to `storeImage`, which keeps them and answers the source to show, or null; without it
 * they become their description. Refuses with {@link UnreadableFile} what is no Word file.
 */
export async function jsonOfDocx(
  bytes: Uint8Array,
  { storeImage }: { storeImage?: (picture: Picture) => Promise<string | null> } = {},
): Promise<Imported> {
  const lost = new Set<string>();
  const whole = unpacked(bytes);
  lookInto(whole, lost);
  const convertImage = mammoth.images.imgElement(async (image) => {
    const picture = { bytes: new Uint8Array(await image.readAsArrayBuffer()), type: image.contentType };
    return { src: (await storeImage?.(picture)) ?? '' };
  });
  // Its types ask for Node's own kind of bytes; any are read.
  const buffer = zipSync(whole, { level: 0 }) as unknown as Parameters<typeof mammoth.convertToHtml>[0] & Uint8Array;
  const input = { buffer, arrayBuffer: buffer } as unknown as Parameters<typeof mammoth.convertToHtml>[0];
  const { value, messages } = await converted(input, convertImage);
  const doc = jsonOfHtml(withFootnotes(value), lost);
  for (const { message } of messages) if (lost.size < mostSentences) lost.add(sentence(message));
  return { doc, report: [...lost] };
}

/**
 * The reader writes footnotes as a list at the end to which their numbers lead. Here each stands where its number does. Source: mammoth,
 * document-to-html.
 */
function withFootnotes(html: string): string {
  const texts = new Map<string, string>();
  const notes = /<li id="((?:foot|end)note-\d+)">([\s\S]*?)<\/li>/g;
  for (const [, name = '', text = ''] of html.matchAll(notes)) {
    const plain = text.replace(/<a href="#(?:foot|end)note-ref-\d+">↑<\/a>/, '').replace(/<[^<>]*>/g, ' ');
    texts.set(name, plain.replace(/\s+/g, ' ').trim().replaceAll('"', '&quot;'));
  }
  if (texts.size === 0) return html;
  return html
    .replace(notes, '')
    .replace(/<sup><a href="#((?:foot|end)note-\d+)" id="[\w-]+">\[\d+\]<\/a><\/sup>/g, (sign, name: string) => {
      const text = texts.get(name);
      return text === undefined ? sign : `<sup data-type="footnote" data-text="${text}"></sup>`;
    });
}

/**
 * What is in the archive. Each file is unpacked into as many bytes as it claims to have, so that what it holds beyond them is cut off:
 * the reader of Word files would take as much memory as there really is. It is given these bytes, packed without compression.
 */
function unpacked(bytes: Uint8Array): Record<string, Uint8Array> {
  let [total, count] = [0, 0];
  const tooLarge = new UnreadableFile('This Word file is too large when unpacked.');
  try {
    return unzipSync(bytes, {
      filter: ({ originalSize }) => {
        [total, count] = [total + originalSize, count + 1];
        if (total > mostBytes || count > mostEntries) throw tooLarge;
        return true;
      },
    });
  } catch (error) {
    if (error === tooLarge) throw error;
    throw new UnreadableFile('This is not a Word file, or it is damaged.', { cause: error });
  }
}

type ConvertArguments = Parameters<typeof mammoth.convertToHtml>;

/** The document as HTML. Whatever the reader stumbles over is in the file. */
async function converted(input: ConvertArguments[0], convertImage: ReturnType<typeof mammoth.images.imgElement>) {
  const options = { styleMap: styles, convertImage, externalFileAccess: false, ignoreEmptyParagraphs: false };
  try {
    return await mammoth.convertToHtml(input, options);
  } catch (error) {
    throw new UnreadableFile('This is not a Word file, or it is damaged.', { cause: error });
  }
}

/** Checks that these are the files of a Word document, and looks for what is not carried. */
function lookInto(whole: Readonly<Record<string, Uint8Array>>, lost: Set<string>): void {
  const main = whole['word/document.xml'];
  const text = main ? new TextDecoder().decode(main) : '';
  if (text === '') throw new UnreadableFile('This is not a Word file.');
  if (/<w:(?:ins|del) /.test(text)) lost.add('Tracked changes came in as accepted.');
  if (whole['word/comments.xml']) lost.add('Comments were left out.');
  if (/<w:pict|<w:object|<m:oMath/.test(text)) lost.add('Drawings, embedded objects and formulas were left out.');
}

/** What the reader says of styles it does not know, in words for people. */
function sentence(message: string): string {
  const style = /^Unrecognised (?:paragraph|run) style: ['"]?(.*?)['"]? \(/.exec(message)?.[1];
  return style === undefined ? `Word file: ${message}.` : `The style “${style}” came in as plain text.`;
}
