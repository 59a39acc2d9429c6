import { unzipSync } from 'fflate';
import mammoth from 'mammoth';
import { jsonOfHtml } from '../html-in.ts';
import type { NodeJson } from '../json.ts';
import type { Picture } from './picture.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** Most bytes that a Word file may unpack to. Real ones stay below it by far; it keeps archives that explode from filling the memory. */
const mostBytes = 200 * 1024 * 1024;

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
  lookInto(bytes, lost);
  const convertImage = mammoth.images.imgElement(async (image) => {
    const picture = { bytes: new Uint8Array(await image.readAsArrayBuffer()), type: image.contentType };
    return { src: (await storeImage?.(picture)) ?? '' };
  });
  // Its types ask for Node's own kind of bytes; any are read.
  const buffer = bytes as unknown as Parameters<typeof mammoth.convertToHtml>[0] & Uint8Array;
  const input = { buffer, arrayBuffer: buffer } as unknown as Parameters<typeof mammoth.convertToHtml>[0];
  const { value, messages } = await mammoth.convertToHtml(input, {
    styleMap: styles,
    convertImage,
    externalFileAccess: false,
    ignoreEmptyParagraphs: false,
  });
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

/** Checks that the archive is a Word file of bearable size, and looks for what is not carried. */
function lookInto(bytes: Uint8Array, lost: Set<string>): void {
  const names = new Set<string>();
  let total = 0;
  let text = '';
  try {
    const main = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        names.add(name);
        total += originalSize;
        return name === 'word/document.xml' && originalSize <= mostBytes;
      },
    })['word/document.xml'];
    text = main ? new TextDecoder().decode(main) : '';
  } catch (error) {
    throw new UnreadableFile('This is not a Word file, or it is damaged.', { cause: error });
  }
  if (total > mostBytes) throw new UnreadableFile('This Word file is too large when unpacked.');
  if (text === '') throw new UnreadableFile('This is not a Word file.');
  if (/<w:(?:ins|del) /.test(text)) lost.add('Tracked changes came in as accepted.');
  if (names.has('word/comments.xml')) lost.add('Comments were left out.');
  if (/<w:pict|<w:object|<m:oMath/.test(text)) lost.add('Drawings, embedded objects and formulas were left out.');
}

/** What the reader says of styles it does not know, in words for people. */
function sentence(message: string): string {
  const style = /^Unrecognised (?:paragraph|run) style: ['"]?(.*?)['"]? \(/.exec(message)?.[1];
  return style === undefined ? `Word file: ${message}.` : `The style “${style}” came in as plain text.`;
}
