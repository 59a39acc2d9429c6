import { htmlOf, markdownOf, plainTextOfJson, reportOf, withTitle } from '@longhand/document';
import { docxOf, epubOf, fileNameOf, pdfOf, zipOf, type NamedFile } from '@longhand/document/files';
import type { ExportFormat } from '@longhand/contract';
import { pageOf } from './html-page.ts';
import type { Outgoing } from './outgoing.ts';
import { readText, type ReadText } from './reading.ts';
import { listArchive, readEntry, type Listed } from './archive.ts';

/** What is done in a thread of its own: reading and writing of files that are not ours. */
export type Task =
  | { kind: 'export'; document: Outgoing; format: ExportFormat }
  | { kind: 'zip'; files: readonly NamedFile[] }
  | { kind: 'list'; archive: SharedArrayBuffer }
  | { kind: 'entry'; archive: SharedArrayBuffer; name: string }
  | { kind: 'read'; name: string; bytes: Uint8Array };

/** What each comes to. */
export type TaskResults = {
  export: { bytes: Uint8Array; lost: string[] };
  zip: Uint8Array;
  list: Listed;
  entry: Uint8Array;
  read: ReadText;
};

/** What a file of each format ends in, and its type. */
export const formats: Readonly<Record<ExportFormat, { extension: string; type: string }>> = {
  markdown: { extension: 'md', type: 'text/markdown; charset=utf-8' },
  html: { extension: 'html', type: 'text/html; charset=utf-8' },
  text: { extension: 'txt', type: 'text/plain; charset=utf-8' },
  docx: { extension: 'docx', type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  pdf: { extension: 'pdf', type: 'application/pdf' },
  epub: { extension: 'epub', type: 'application/epub+zip' },
};

async function write({ id, title, content, pictures, modified }: Outgoing, format: ExportFormat, lost: Set<string>) {
  const imageBytes = async (src: string) => pictures.find((picture) => picture.src === src) ?? null;
  const text = (value: string) => new TextEncoder().encode(value);
  switch (format) {
    case 'markdown':
      return text(markdownOf(withTitle(title, content)));
    case 'text':
      return text(plainTextOfJson(withTitle(title, content)));
    case 'html':
      return text(pageOf({ title, body: htmlOf(withTitle(title, content)), pictures }));
    case 'docx':
      return docxOf(title, content, { imageBytes, lost });
    case 'pdf':
      return pdfOf(title, content, { imageBytes, lost });
    case 'epub':
      return epubOf(title, content, { id, language: 'en', modified: new Date(modified) }, { imageBytes, lost });
  }
}

async function exportOne(document: Outgoing, format: ExportFormat): Promise<TaskResults['export']> {
  const lost = new Set(reportOf(document.content, format));
  const bytes = await write(document, format, lost);
  return { bytes, lost: [...lost] };
}

/** Does a task; called by the worker threads. */
export async function perform(task: Task): Promise<TaskResults[Task['kind']]> {
  switch (task.kind) {
    case 'export':
      return exportOne(task.document, task.format);
    case 'zip':
      return zipOf(task.files);
    case 'list':
      return listArchive(new Uint8Array(task.archive));
    case 'entry':
      return readEntry(new Uint8Array(task.archive), task.name);
    case 'read':
      return readText(task.name, task.bytes);
  }
}

/** The name of the file that a document becomes. */
export function exportName(title: string, format: ExportFormat): string {
  return fileNameOf(title, formats[format].extension);
}
