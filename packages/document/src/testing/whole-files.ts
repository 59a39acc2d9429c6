import * as parted from '../formats/files.ts';

/** Joins the parts of a file. */
export async function wholeOf(parts: parted.FileParts): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return new Uint8Array(Buffer.concat(all));
}

/** Creates a complete Word file: see `docxOf` of `files.ts`. */
export const docxOf = async (...given: Parameters<typeof parted.docxOf>): Promise<Uint8Array> =>
  wholeOf(await parted.docxOf(...given));

/** Creates a complete book: see `epubOf` of `files.ts`. */
export const epubOf = async (...given: Parameters<typeof parted.epubOf>): Promise<Uint8Array> =>
  wholeOf(await parted.epubOf(...given));

/** Creates a complete PDF: see `pdfOf` of `files.ts`. */
export const pdfOf = async (...given: Parameters<typeof parted.pdfOf>): Promise<Uint8Array> =>
  wholeOf(await parted.pdfOf(...given));

/** Creates a complete archive: see `zipOf` of `files.ts`. */
export const zipOf = (...given: Parameters<typeof parted.zipOf>): Promise<Uint8Array> =>
  wholeOf(parted.zipOf(...given));
