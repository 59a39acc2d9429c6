import { strToU8, unzipSync, zipSync } from 'fflate';
import mammoth from 'mammoth';
import { jsonOfHtml } from '../html/read.ts';
import type { NodeJson } from '../../schema/json.ts';
import { withCells, withCellSigns } from './cells.ts';
import { withNotesInPlace } from './notes.ts';
import { listsOf, withListStarts, withNumbers } from './numbers.ts';
import { inKnownElements, notesInKnownElements, noteWhatIsLeftOut, sentenceOf } from './parts.ts';
import { mainPartOf, relatedPart, textOf } from './relationships.ts';
import { withTagged, withTagSigns } from './tagged.ts';
import { widthIn, withTasks, withWidths } from './shapes.ts';
import { sizeOf, type Picture } from '../picture.ts';
import { refuseByContent } from '../kind.ts';
import { UnreadableFile } from '../unreadable-file.ts';

/** Maximum unpacked size (bytes) and number of entries of a Word file. Real ones are far below. */
const mostBytes = 128 * 1024 * 1024;
const mostEntries = 10_000;

/** Maximum number of sentences in a report. */
const mostSentences = 30;

/** Levels of lists that the reader does not know by default. Word has nine. */
const deepLevels = [6, 7, 8, 9];

const styles = [
  'u => u',
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  ...['HTML Preformatted', 'Source Code', 'Code'].map(
    (name) => `p[style-name='${name}'] => pre:separator('\\n')`,
  ),
  "p[style-name='Caption'] => figcaption:fresh",
  "p[style-name='Callout'] => p:fresh",
  "p[style-name='Callout Name'] => p.calloutName:fresh",
  ...[7, 8, 9].map((level) => `p[style-name='heading ${level}'] => h6:fresh`),
  ...[7, 8, 9].map((level) => `p[style-name='Heading ${level}'] => h6:fresh`),
  ...deepLevels.flatMap((level) => {
    const around = 'ul|ol > li > '.repeat(level - 1);
    return [
      `p:unordered-list(${level}) => ${around}ul > li:fresh`,
      `p:ordered-list(${level}) => ${around}ol > li:fresh`,
    ];
  }),
  "p[style-name='Horizontal Rule'] => hr:fresh",
  // `Code` and `Inline Code` are in older exports; `Source Code` and `Verbatim Char` are Pandoc's.
  ...['HTML Code', 'Verbatim Char', 'Inline Code'].map((name) => `r[style-name='${name}'] => code`),
];

/** An imported document, and sentences about content that could not be converted. */
export type Imported = { doc: NodeJson; report: string[] };

/**
 * Converts a Word file to a document. Pictures are passed to `storeImage`, which stores them and
 * returns the source, or null; without it they are replaced by their description.
 * @throws {@link UnreadableFile} if it is not a Word file
 */
export async function jsonOfDocx(
  bytes: Uint8Array,
  { storeImage }: { storeImage?: (picture: Picture) => Promise<string | null> } = {},
): Promise<Imported> {
  const lost = new Set<string>();
  const sign = `longhand-${crypto.randomUUID()}`;
  const whole = withKnownElements(unpacked(bytes), sign, lost);
  const convertImage = mammoth.images.imgElement(async (image) => {
    const picture = {
      bytes: new Uint8Array(await image.readAsArrayBuffer()),
      type: image.contentType,
    };
    const { alt, width } = widthIn((image as { altText?: string }).altText ?? '');
    // A width equal to the natural width was not set by the author.
    const isNatural = width === null || Math.abs((sizeOf(picture.bytes)?.width ?? 0) - width) <= 1;
    return {
      src: (await storeImage?.(picture)) ?? '',
      alt,
      ...(!isNatural && { width: String(width) }),
    };
  });
  // Its types require Node's Buffer; it accepts any bytes.
  const buffer = zipSync(whole, { level: 0 }) as unknown as Parameters<
    typeof mammoth.convertToHtml
  >[0] &
    Uint8Array;
  const input = { buffer, arrayBuffer: buffer } as unknown as Parameters<
    typeof mammoth.convertToHtml
  >[0];
  const { value, messages } = await converted(input, convertImage);
  const doc = jsonOfHtml(
    withTasks(withListStarts(withTagged(withNotesInPlace(withCells(value), lost), sign), lost)),
    lost,
  );
  for (const { message } of messages) if (lost.size < mostSentences) lost.add(sentenceOf(message));
  return { doc, report: [...lost] };
}

/**
 * Unpacks the archive. Each file is limited to the size it claims to have, and longer content is
 * cut off. The reader of Word files would use as much memory as there really is. The reader gets
 * these bytes, packed without compression.
 */
function unpacked(bytes: Uint8Array): Record<string, Uint8Array> {
  refuseByContent(bytes);
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

/** Converts the document to HTML. Any error of the reader is caused by the file. */
async function converted(
  input: ConvertArguments[0],
  convertImage: ReturnType<typeof mammoth.images.imgElement>,
) {
  const options = {
    styleMap: styles,
    convertImage,
    externalFileAccess: false,
    ignoreEmptyParagraphs: false,
  };
  try {
    return await mammoth.convertToHtml(input, options);
  } catch (error) {
    throw new UnreadableFile('This is not a Word file, or it is damaged.', { cause: error });
  }
}

/** Rewrites the text parts with elements that the reader knows. */
function withKnownElements(
  whole: Readonly<Record<string, Uint8Array>>,
  sign: string,
  lost: Set<string>,
): Record<string, Uint8Array> {
  const main = mainPartOf(whole);
  const text = textOf(whole[main]);
  if (text === '') throw new UnreadableFile('This is not a Word file.');
  noteWhatIsLeftOut(whole, text, lost);
  const lists = listsOf(
    relatedPart(whole, main, 'numbering').text,
    relatedPart(whole, main, 'styles').text,
  );
  const known = {
    ...whole,
    [main]: strToU8(
      withTagSigns(
        withCellSigns(withWidths(withNumbers(inKnownElements(text, lost), lists, lost)), lost),
        sign,
      ),
    ),
  };
  for (const kind of ['footnotes', 'endnotes'] as const) {
    const notes = relatedPart(whole, main, kind);
    if (notes.text !== '') known[notes.name] = strToU8(notesInKnownElements(notes.text, lost));
  }
  return known;
}
