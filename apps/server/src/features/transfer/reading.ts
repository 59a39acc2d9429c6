import {
  frontMatterOf,
  jsonOfHtml,
  jsonOfMarkdown,
  jsonOfText,
  plainTextOfJson,
  titleOfHtml,
  UnreadableFile,
  type NodeJson,
} from '@longhand/document';
import { jsonOfDocx } from '@longhand/document/files';
import { isBinary, isWordFile, isZip, refuseByContent } from '@longhand/document/kind';
import { gatherBeside, type Beside, type Placed } from './beside.ts';

/**
 * A file as a document. Pictures and links to other files have provisional addresses in `content`.
 */
export type ReadText = {
  title: string;
  tags: readonly string[];
  content: NodeJson;
  report: string[];
} & Beside;

/** Maximum size of a text (bytes). */
const textBytesMax = 26_214_400;

/** Number of bytes in which a page may declare its encoding. Source: HTML, 4.2.5.5. */
const charsetWithin = 1_024;

type Decoder = InstanceType<typeof TextDecoder>;

/** Returns the decoder for the declared encoding of a page; null if it is missing or unknown. */
function declaredDecoder(bytes: Uint8Array): Decoder | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, charsetWithin));
  const tags = head.match(/<meta\s[^<>]*/gi) ?? [];
  const said = tags
    .map((tag) => /charset\s*=[\s"']*([\w:.-]{1,40})/i.exec(tag)?.[1])
    .find((name) => name !== undefined);
  if (said === undefined) return null;
  try {
    return new TextDecoder(said, { fatal: true });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Decodes bytes. Returns null if they are invalid in the encoding. */
function decodedWith(decoder: Decoder, bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * Decodes text: by byte order mark, otherwise as UTF-8, as the page declares, or as Windows-1252.
 * ISO-2022-JP is tried before UTF-8, because all its bytes are valid UTF-8.
 */
export function decode(bytes: Uint8Array, isPage = false): { text: string; remark: string | null } {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), remark: null };
  if (a === 0xfe && b === 0xff)
    return { text: new TextDecoder('utf-16be').decode(bytes), remark: null };
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const declared = isPage ? declaredDecoder(bytes) : null;
  const decoders = declared?.encoding === 'iso-2022-jp' ? [declared, utf8] : [utf8, declared];
  for (const decoder of decoders) {
    const text = decoder === null ? null : decodedWith(decoder, bytes);
    if (text !== null) return { text, remark: null };
  }
  return {
    text: new TextDecoder('windows-1252').decode(bytes),
    remark:
      'This file is not UTF-8 and was read as Windows-1252. Check that all characters are correct.',
  };
}

/**
 * Returns the name of a file without folders and extension, as the default title. It is blank for a
 * file without a name: pages show this in the language of their reader.
 */
function stemOf(name: string): string {
  const last = name.split('/').at(-1) ?? name;
  return last
    .replace(/\.[^.]+$/, '')
    .replaceAll(/[_\s]+/g, ' ')
    .trim();
}

/**
 * Takes the title from a leading heading 1, which is removed. Otherwise uses the title of the page,
 * then the file name. A title of the front matter is more than those: a heading that differs from
 * it stays in the text.
 */
function takeTitle(
  content: NodeJson,
  name: string,
  { page = '', field = '' }: { page?: string; field?: string } = {},
): { title: string; content: NodeJson } {
  const [first, ...rest] = content.content ?? [];
  const isTitle = first?.type === 'heading' && first.attrs?.['level'] === 1;
  const said = isTitle
    ? plainTextOfJson({ type: 'doc', content: [first] })
        .replaceAll(/\s+/g, ' ')
        .trim()
    : '';
  const isTaken = said !== '' && (field === '' || field === said);
  const title = [...(field || said || page || stemOf(name))]
    .slice(0, 500)
    .join('')
    .toWellFormed()
    .replaceAll('\u0000', '');
  return { title, content: isTaken ? { ...content, content: rest } : content };
}

function readable(bytes: Uint8Array, isPage: boolean): { text: string; remarks: string[] } {
  if (bytes.length > textBytesMax) throw new UnreadableFile('This file is larger than 25 MB.');
  const { text, remark } = decode(bytes, isPage);
  if (isBinary(text)) throw new UnreadableFile('This file is not a text, whatever its name is.');
  const remarks = remark === null ? [] : [remark];
  if (!text.includes('\u0000')) return { text, remarks };
  return {
    text: text.replaceAll('\u0000', ''),
    remarks: [...remarks, 'Characters that cannot be stored were left out.'],
  };
}

async function readDocx(name: string, bytes: Uint8Array): Promise<ReadText> {
  const pictures: ReadText['pictures'] = [];
  const { doc, report } = await jsonOfDocx(bytes, {
    storeImage: async (picture) => {
      const src = `/api/v1/files/${crypto.randomUUID()}`;
      pictures.push({ ...picture, src });
      return src;
    },
  });
  return { ...takeTitle(doc, name), tags: [], report, pictures, links: [] };
}

/** Maximum number of fields named in a report. */
const namedFields = 10;

function fieldsLeftOut(names: readonly string[]): string {
  const said = names.slice(0, namedFields).join(', ');
  const more = names.length > namedFields ? ' and others' : '';
  return `Fields at the beginning of the file were left out: ${said.slice(0, 300)}${more}.`;
}

const textEndings: ReadonlySet<string> = new Set('md markdown mdown html htm txt text'.split(' '));

/**
 * Reads a file by its extension, unless its content is of another kind. `placed`: its location in
 * an archive. Throws {@link UnreadableFile} with a sentence for the user if it is damaged, too
 * large or not supported.
 */
export async function readText(
  name: string,
  bytes: Uint8Array,
  placed: Placed | null = null,
): Promise<ReadText> {
  const ending = /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (ending === 'docx') return readDocx(name, bytes);
  refuseByContent(bytes);
  // A Word file with another extension is read as such. Another zip named like a text is refused.
  if (isWordFile(bytes) || (isZip(bytes) && textEndings.has(ending))) return readDocx(name, bytes);
  const lost = new Set<string>();
  const { text, remarks } = readable(bytes, ending === 'html' || ending === 'htm');
  const { resolve, ...beside } = gatherBeside(lost, placed);
  const report = () => [...remarks, ...lost];
  switch (ending) {
    case 'md':
    case 'markdown':
    case 'mdown': {
      const { title, tags, others, body } = frontMatterOf(text);
      if (others.length > 0) lost.add(fieldsLeftOut(others));
      const content = jsonOfMarkdown(body, lost, resolve);
      return { ...takeTitle(content, name, { field: title }), tags, report: report(), ...beside };
    }
    case 'html':
    case 'htm': {
      const content = jsonOfHtml(text, lost, resolve);
      return {
        ...takeTitle(content, name, { page: titleOfHtml(text) }),
        tags: [],
        report: report(),
        ...beside,
      };
    }
    case 'txt':
    case 'text':
      return {
        title: stemOf(name),
        tags: [],
        content: jsonOfText(text),
        report: report(),
        ...beside,
      };
    default:
      throw new UnreadableFile(
        'This file type is not supported. Use Markdown, HTML, Word (.docx), plain text, or zips of these.',
      );
  }
}
