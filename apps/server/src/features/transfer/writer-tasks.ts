import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import {
  attachedOnly,
  manuscriptOf,
  markdownOf,
  plainTextOfJson,
  repaired,
  exportWarnings,
  segment,
  suggestedOnly,
  UnreadableFile,
  type Chapter,
  type NodeJson,
} from '@longhand/document';
import { docxOf, epubOf, pdfOf, zipOf, type FileParts } from '@longhand/document/files';
import type { ExportFormat } from '@longhand/contract';
import { pageOf } from './html-page.ts';
import type { Outgoing, Staged } from './outgoing.ts';
import { attachedIn, hasRemotePictures, sourcesIn, withLinkedPictures } from './pictures.ts';
import { attachedFolder } from './own-report.ts';

/** A file at a path, and its name in an archive. */
export type PlacedFile = { name: string; path: string };

/**
 * A task of a separate process, which reads and writes files by path. `most`: maximum size of the
 * written file (bytes). `pictureStem`: prefix of the names of pictures next to the file.
 */
export type WriterTask =
  | {
      kind: 'export';
      document: Outgoing;
      format: ExportFormat;
      pictureStem: string;
      path: string;
      most: number;
    }
  | { kind: 'zip'; files: readonly PlacedFile[]; path: string; most: number };

/**
 * Result types of the tasks. `size` in bytes. `beside`: the pictures that the file refers to by
 * relative address.
 */
export type WriterResults = {
  export: { size: number; beside: PlacedFile[]; lost: string[] };
  zip: { size: number };
};

type Beside = { files: PlacedFile[]; addresses: Map<string, string> };

function placed(named: readonly { src: string; name: string; path: string }[]): Beside {
  const addressOf = (name: string): string => name.split('/').map(encodeURIComponent).join('/');
  return {
    files: named.map(({ name, path }) => ({ name, path })),
    addresses: new Map(named.map(({ src, name }) => [src, addressOf(name)])),
  };
}

/**
 * Returns the pictures of a document as files in a folder next to it, and their relative addresses.
 */
function picturesBeside(pictures: readonly Staged[], stem: string): Beside {
  return placed(
    pictures.map(({ src, type, path }, at) => {
      const ending = /^image\/(\w+)/.exec(type)?.[1] ?? 'bin';
      const name = `pictures/${stem}${at + 1}.${ending === 'jpeg' ? 'jpg' : ending}`;
      return { src, name, path };
    }),
  );
}

/** Returns the attached files of a document, as {@link picturesBeside} does. */
function attachedBeside(attached: readonly Staged[], text: NodeJson, stem: string): Beside {
  const names = attachedIn(text);
  return placed(
    attached.map(({ src, path }, at) => {
      const name = `${attachedFolder}/${stem}${at + 1} ${segment(names.get(src) ?? '')}`;
      return { src, name, path };
    }),
  );
}

async function* oneOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** Sentences about omissions, and addresses of pictures and attached files beside the text. */
type Writing = {
  lost: Set<string>;
  pictureAddresses: ReadonlyMap<string, string>;
  fileAddresses: ReadonlyMap<string, string>;
};

async function partsOf(
  { id, title: given, pictures, modified, labels }: Outgoing,
  text: NodeJson,
  format: ExportFormat,
  { lost, pictureAddresses, fileAddresses }: Writing,
): Promise<FileParts> {
  const at = new Map(pictures.map((picture) => [picture.src, picture]));
  const imageBytes = async (src: string) => {
    const picture = at.get(src);
    return picture === undefined
      ? null
      : { type: picture.type, bytes: await readFile(picture.path) };
  };
  // Readers show the title of a page or a book, also if it is blank.
  const title = given.trim() === '' ? labels.untitled : given;
  switch (format) {
    case 'markdown':
      return oneOf(
        markdownOf(text, {
          pictures: pictureAddresses,
          files: fileAddresses,
        }),
      );
    case 'text':
      return oneOf(plainTextOfJson(text));
    case 'html':
      return pageOf({
        title,
        content: text,
        pictures: new Map(pictures.map(({ src, type }) => [src, type])),
        files: fileAddresses,
        read: (src) => createReadStream(at.get(src)?.path ?? ''),
      });
    case 'docx':
      return docxOf(given, text, { imageBytes, lost });
    case 'pdf':
      return pdfOf(given, text, { imageBytes, lost });
    case 'epub':
      return epubOf(title, text, { id, modified: new Date(modified) }, { imageBytes, lost });
  }
}

/**
 * Writes a file part by part. Returns its size in bytes.
 *
 * @throws UnreadableFile beyond `most` bytes
 */
async function written(
  parts: FileParts,
  { path, most }: { path: string; most: number },
): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  try {
    let size = 0;
    for await (const part of parts) {
      size += part.length;
      if (size > most) throw new UnreadableFile('larger than a file of its kind');
      await file.writeFile(part);
    }
    return size;
  } finally {
    await file.close();
  }
}

/**
 * Reads the documents of a file, and adds sentences about what the format cannot include to `lost`.
 */
async function chaptersOf(
  { chapters }: Outgoing,
  format: ExportFormat,
  lost: Set<string>,
): Promise<Chapter[]> {
  const read: Chapter[] = [];
  for (const { title, depth, path } of chapters) {
    const given = JSON.parse(await readFile(path, 'utf8')) as NodeJson;
    // Stored updates were validated byte by byte, but not for a meaningful document.
    const content = repaired(given);
    for (const sentence of exportWarnings(given, format)) lost.add(sentence);
    for (const sentence of exportWarnings(content, format, title)) lost.add(sentence);
    read.push({ title, depth, content });
  }
  return read;
}

async function exportOne({
  document,
  format,
  pictureStem,
  ...to
}: Extract<WriterTask, { kind: 'export' }>): Promise<WriterResults['export']> {
  const lost = new Set<string>();
  let text = manuscriptOf(await chaptersOf(document, format, lost), document.labels);
  if (document.isSuggested) lost.add(suggestedOnly);
  const had = new Set(document.pictures.map(({ src }) => src));
  const isLinked = format === 'markdown' || format === 'html';
  if (isLinked && hasRemotePictures(text)) {
    text = withLinkedPictures(text);
    lost.add(
      'Pictures on other websites were replaced by links, so that opening the file contacts no other website.',
    );
  }
  if (isLinked && sourcesIn(text).some((src) => !had.has(src)))
    lost.add('Pictures that could not be included are shown only if this server can be reached.');
  const attached = attachedBeside(document.attached, text, pictureStem);
  if ([...attachedIn(text).keys()].every((src) => attached.addresses.has(src)))
    lost.delete(attachedOnly);
  const pictures = picturesBeside(format === 'markdown' ? document.pictures : [], pictureStem);
  const parts = await partsOf(document, text, format, {
    lost,
    pictureAddresses: pictures.addresses,
    fileAddresses: attached.addresses,
  });
  const size = await written(parts, to);
  return { size, beside: [...pictures.files, ...attached.files], lost: [...lost] };
}

async function zip({
  files,
  ...to
}: Extract<WriterTask, { kind: 'zip' }>): Promise<WriterResults['zip']> {
  const entries = files.map(({ name, path }) => ({ name, bytes: () => createReadStream(path) }));
  return { size: await written(zipOf(entries), to) };
}

/** Runs a task. Called by the processes of `writers.ts`. */
export function perform(task: WriterTask): Promise<WriterResults[WriterTask['kind']]> {
  return task.kind === 'export' ? exportOne(task) : zip(task);
}
