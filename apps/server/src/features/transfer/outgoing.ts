import type { ManuscriptLabels } from '@longhand/document';

/**
 * A file of a document, by its source in the document. Its bytes are at `path` during the export.
 * `size` in bytes.
 */
export type Staged = {
  readonly src: string;
  readonly type: string;
  readonly path: string;
  readonly size: number;
};

/**
 * A document of a file, without its suggestions. Its content is JSON in the file at `path`.
 * `depth`: number of documents of the same file that it is inside.
 */
export type OutgoingChapter = {
  readonly title: string;
  readonly depth: number;
  readonly path: string;
};

/**
 * A document to export, or several in one file: `id` and `title` are those of the first.
 * `isSuggested`: true if any has suggestions. `attached`: the attached files that are exported
 * beside the file. `modified`: last change of any (ms since 1970). `labels`:
 * texts that the file adds, in its language.
 */
export type Outgoing = {
  id: string;
  title: string;
  chapters: readonly OutgoingChapter[];
  isSuggested: boolean;
  pictures: readonly Staged[];
  attached: readonly Staged[];
  modified: number;
  labels: ManuscriptLabels;
};
