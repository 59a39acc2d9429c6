import { jsonOfHtml, jsonOfMarkdown, jsonOfText, plainTextOfJson, UnreadableFile, type NodeJson } from '@longhand/document';
import { jsonOfDocx, type Picture } from '@longhand/document/files';

/** A file as a document: pictures stand in `content` under the names given here, until they are stored. */
export type ReadText = { title: string; content: NodeJson; report: string[]; pictures: (Picture & { src: string })[] };

/** Largest text that is read, bytes: a shelf of books. */
const textBytesMax = 26_214_400;

/** Bytes as text: by its byte order mark, else UTF-8, else as Windows wrote before it. */
export function decode(bytes: Uint8Array): { text: string; remark: string | null } {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), remark: null };
  if (a === 0xfe && b === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), remark: null };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), remark: null };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const text = new TextDecoder('windows-1252').decode(bytes);
    return { text, remark: 'This is not UTF-8, so it was read as Windows-1252. Look whether all letters are right.' };
  }
}

/** The name of a file without folders and ending: what a document is called that does not say so itself. */
function stemOf(name: string): string {
  const last = name.split('/').at(-1) ?? name;
  return (
    last
      .replace(/\.[^.]+$/, '')
      .replaceAll(/[_\s]+/g, ' ')
      .trim() || 'Untitled'
  );
}

/** A heading 1 that comes first is the title, and is not said twice. */
function takeTitle(content: NodeJson, name: string): { title: string; content: NodeJson } {
  const [first, ...rest] = content.content ?? [];
  const isTitle = first?.type === 'heading' && first.attrs?.['level'] === 1;
  const said = isTitle
    ? plainTextOfJson({ type: 'doc', content: [first] })
        .replaceAll(/\s+/g, ' ')
        .trim()
    : '';
  const title = [...(said || stemOf(name))].slice(0, 500).join('').toWellFormed().replaceAll('\u0000', '');
  return { title, content: said === '' ? content : { ...content, content: rest } };
}

function readable(bytes: Uint8Array): { text: string; remarks: string[] } {
  if (bytes.length > textBytesMax) throw new UnreadableFile('This file is larger than 25 MB.');
  const { text, remark } = decode(bytes);
  const remarks = remark === null ? [] : [remark];
  if (!text.includes('\u0000')) return { text, remarks };
  return { text: text.replaceAll('\u0000', ''), remarks: [...remarks, 'Characters that cannot be stored were left out.'] };
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
  return { ...takeTitle(doc, name), report, pictures };
}

/**
 * Reads a file by the ending of its name. Refuses with {@link UnreadableFile}, whose sentence is for the person, what is not what its
 * name says, too large, or of another kind.
 */
export async function readText(name: string, bytes: Uint8Array): Promise<ReadText> {
  const ending = /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (ending === 'docx') return readDocx(name, bytes);
  const lost = new Set<string>();
  const { text, remarks } = readable(bytes);
  const report = () => [...remarks, ...lost];
  switch (ending) {
    case 'md':
    case 'markdown':
    case 'mdown': {
      const content = jsonOfMarkdown(text, lost);
      return { ...takeTitle(content, name), report: report(), pictures: [] };
    }
    case 'html':
    case 'htm': {
      const content = jsonOfHtml(text, lost);
      return { ...takeTitle(content, name), report: report(), pictures: [] };
    }
    case 'txt':
    case 'text':
      return { title: stemOf(name), content: jsonOfText(text), report: report(), pictures: [] };
    default:
      throw new UnreadableFile(
        'Files of this kind cannot be read. Markdown, HTML, Word (.docx), plain text and zips of these can.',
      );
  }
}
