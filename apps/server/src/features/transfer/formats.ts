import type { ExportFormat } from '@longhand/contract';
import { fileNameOf } from '@longhand/document';

/** File name extension and media type of each format. */
export const formats: Readonly<Record<ExportFormat, { extension: string; type: string }>> = {
  markdown: { extension: 'md', type: 'text/markdown; charset=utf-8' },
  html: { extension: 'html', type: 'text/html; charset=utf-8' },
  text: { extension: 'txt', type: 'text/plain; charset=utf-8' },
  docx: {
    extension: 'docx',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  pdf: { extension: 'pdf', type: 'application/pdf' },
  epub: { extension: 'epub', type: 'application/epub+zip' },
};

/** Returns the file name of an exported document. `untitled`: in place of a blank title. */
export function exportName(title: string, format: ExportFormat, untitled: string): string {
  return fileNameOf(title, formats[format].extension, untitled);
}
