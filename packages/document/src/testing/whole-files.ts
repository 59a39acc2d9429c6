import * as parted from '../formats/files.ts';
import { manuscriptOf } from '../formats/manuscript.ts';
import type { NodeJson } from '../schema/json.ts';
import { repaired } from '../schema/repair.ts';

/** Joins the parts of a file. */
export async function wholeOf(parts: parted.FileParts): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return new Uint8Array(Buffer.concat(all));
}

type Options<Format extends 'docxOf' | 'pdfOf'> = NonNullable<
  Parameters<(typeof parted)[Format]>[2]
>;

/** Returns the text of a file with one document. */
const textOf = (title: string, doc: NodeJson, lost?: Set<string>): NodeJson =>
  manuscriptOf([{ title, depth: 0, content: repaired(doc, lost) }]);

/** Creates a complete Word file of one document: see `docxOf` of `files.ts`. */
export const docxOf = async (
  title: string,
  doc: NodeJson,
  options: Options<'docxOf'> = {},
): Promise<Uint8Array> =>
  wholeOf(await parted.docxOf(title, textOf(title, doc, options.lost), options));

/** Creates a complete book of one document: see `epubOf` of `files.ts`. */
export const epubOf = async (
  title: string,
  doc: NodeJson,
  ...others: Tail<Parameters<typeof parted.epubOf>>
): Promise<Uint8Array> =>
  wholeOf(await parted.epubOf(title, manuscriptOf([{ title, depth: 0, content: doc }]), ...others));

/** Creates a complete PDF of one document: see `pdfOf` of `files.ts`. */
export const pdfOf = async (
  title: string,
  doc: NodeJson,
  options: Options<'pdfOf'> = {},
): Promise<Uint8Array> =>
  wholeOf(await parted.pdfOf(title, textOf(title, doc, options.lost), options));

type Tail<All extends readonly unknown[]> = All extends [unknown, unknown, ...infer Rest]
  ? Rest
  : never;

/** Creates a complete archive: see `zipOf` of `files.ts`. */
export const zipOf = (...given: Parameters<typeof parted.zipOf>): Promise<Uint8Array> =>
  wholeOf(parted.zipOf(...given));
