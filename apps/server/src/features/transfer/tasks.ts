import { markdownOf, plainTextOfJson, repaired, reportOf, suggestedOnly, withTitle } from '@longhand/document';
import { docxOf, epubOf, pdfOf, zipOf, type NamedFile } from '@longhand/document/files';
import type { ExportFormat } from '@longhand/contract';
import { pageOf } from './html-page.ts';
import type { Outgoing, Shown } from './outgoing.ts';
import { hasRemotePictures, sourcesIn, withLinkedPictures } from './pictures.ts';

/** What is done in a thread of its own: the writing of files. */
export type Task =
  | { kind: 'export'; document: Outgoing; format: ExportFormat; pictureStem: string }
  | { kind: 'zip'; files: readonly NamedFile[] };

/** What each comes to. `beside`: the pictures that the file shows by addresses relative to it, named by `pictureStem`. */
export type TaskResults = {
  export: { bytes: Uint8Array; beside: NamedFile[]; lost: string[] };
  zip: Uint8Array;
};

/** The pictures of a document as files in a folder beside it, and the addresses by which it shows them. */
function besideOf(pictures: readonly Shown[], stem: string): { files: NamedFile[]; addresses: Map<string, string> } {
  const named = pictures.map(({ src, type, bytes }, at) => {
    const ending = /^image\/(\w+)/.exec(type)?.[1] ?? 'bin';
    return { src, name: `pictures/${stem}${at + 1}.${ending === 'jpeg' ? 'jpg' : ending}`, bytes };
  });
  return {
    files: named.map(({ name, bytes }) => ({ name, bytes })),
    addresses: new Map(named.map(({ src, name }) => [src, name])),
  };
}

type Writing = { lost: Set<string>; addresses: ReadonlyMap<string, string> };

async function write({ id, title, content, pictures, modified }: Outgoing, format: ExportFormat, { lost, addresses }: Writing) {
  const imageBytes = async (src: string) => pictures.find((picture) => picture.src === src) ?? null;
  const text = (value: string) => new TextEncoder().encode(value);
  switch (format) {
    case 'markdown':
      return text(markdownOf(withTitle(title, content), addresses));
    case 'text':
      return text(plainTextOfJson(withTitle(title, content)));
    case 'html':
      return text(pageOf({ title, content: withTitle(title, content), pictures }));
    case 'docx':
      return docxOf(title, content, { imageBytes, lost });
    case 'pdf':
      return pdfOf(title, content, { imageBytes, lost });
    case 'epub':
      return epubOf(title, content, { id, modified: new Date(modified) }, { imageBytes, lost });
  }
}

async function exportOne(given: Outgoing, format: ExportFormat, stem: string): Promise<TaskResults['export']> {
  // What is stored was checked byte by byte, not for being a document that makes sense.
  const document = { ...given, content: repaired(given.content) };
  const lost = new Set([...reportOf(given.content, format), ...reportOf(document.content, format)]);
  if (given.isSuggested) lost.add(suggestedOnly);
  const had = new Set(given.pictures.map(({ src }) => src));
  const isLinked = format === 'markdown' || format === 'html';
  if (isLinked && hasRemotePictures(document.content)) {
    document.content = withLinkedPictures(document.content);
    lost.add('Pictures on other websites became links, so that opening the file contacts no other website.');
  }
  if (isLinked && sourcesIn(document.content).some((src) => !had.has(src)))
    lost.add('Pictures that could not be had are shown only where this server can be reached.');
  const { files, addresses } = besideOf(format === 'markdown' ? given.pictures : [], stem);
  const bytes = await write(document, format, { lost, addresses });
  return { bytes, beside: files, lost: [...lost] };
}

/** Does a task; called by the worker threads. */
export async function perform(task: Task): Promise<TaskResults[Task['kind']]> {
  switch (task.kind) {
    case 'export':
      return exportOne(task.document, task.format, task.pictureStem);
    case 'zip':
      return zipOf(task.files);
  }
}
