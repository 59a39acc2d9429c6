import { markdownOf, plainTextOfJson, repaired, reportOf, withTitle } from '@longhand/document';
import { docxOf, epubOf, pdfOf, zipOf, type NamedFile } from '@longhand/document/files';
import type { ExportFormat } from '@longhand/contract';
import { pageOf } from './html-page.ts';
import type { Outgoing } from './outgoing.ts';

/** What is done in a thread of its own: the writing of files. */
export type Task = { kind: 'export'; document: Outgoing; format: ExportFormat } | { kind: 'zip'; files: readonly NamedFile[] };

/** What each comes to. */
export type TaskResults = {
  export: { bytes: Uint8Array; lost: string[] };
  zip: Uint8Array;
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
      return text(pageOf({ title, content: withTitle(title, content), pictures }));
    case 'docx':
      return docxOf(title, content, { imageBytes, lost });
    case 'pdf':
      return pdfOf(title, content, { imageBytes, lost });
    case 'epub':
      return epubOf(title, content, { id, modified: new Date(modified) }, { imageBytes, lost });
  }
}

async function exportOne(given: Outgoing, format: ExportFormat): Promise<TaskResults['export']> {
  // What is stored was checked byte by byte, not for being a document that makes sense.
  const document = { ...given, content: repaired(given.content) };
  const lost = new Set([...reportOf(given.content, format), ...reportOf(document.content, format)]);
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
  }
}
