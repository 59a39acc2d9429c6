import type { NodeJson } from '../schema/json.ts';
import { calloutKinds, calloutName, type CalloutKind } from '../schema/nodes/blocks.ts';
import { plainTextOfJson } from './text/plain.ts';

/**
 * Texts that a file adds to its documents, in the language of the file. `untitled`: for a blank
 * title. `contents`: above the list of contents. `callouts`: the names of the kinds.
 */
export type ManuscriptLabels = {
  readonly untitled: string;
  readonly contents: string;
  readonly callouts: Readonly<Record<CalloutKind, string>>;
};

const englishLabels: ManuscriptLabels = {
  untitled: 'Untitled',
  contents: 'Contents',
  callouts: Object.fromEntries(calloutKinds.map((kind) => [kind, calloutName(kind)])) as Record<
    CalloutKind,
    string
  >,
};

/**
 * A document of a file. `depth`: number of documents of the file that it is inside, 0 for the
 * first.
 */
export type Chapter = {
  readonly title: string;
  readonly depth: number;
  readonly content: NodeJson;
};

/** Lowest level of headings in files: HTML, Markdown and EPUB have six. */
const lowestLevel = 6;

/**
 * Returns the text of a file from one document or several. A single document begins with its title
 * as a heading of level 1, its headings stay as they are, and a blank title adds none.
 *
 * Of several documents, which are given in order with the outermost first, each begins with its
 * title as a heading one level below that of the document it is inside. Its own headings follow
 * below its title. Levels below six become six. A node `contents` after the first title lists the
 * headings down to the level of the deepest title, with their anchors.
 *
 * @param labels texts that the file adds; English by default. A callout gets its own as an
 *   attribute, which documents do not have: see {@link calloutLabel}.
 */
export function manuscriptOf(
  given: readonly Chapter[],
  labels: ManuscriptLabels = englishLabels,
): NodeJson {
  const chapters = given.map((chapter) => ({
    ...chapter,
    content: labelled(chapter.content, labels),
  }));
  const [first] = chapters;
  if (chapters.length === 1 && first) return single(first);
  const deepest = chapters.reduce((most, { depth }) => Math.max(most, levelOf(depth)), 2);
  const entries: Entry[] = [];
  const [title, ...rest] = chapters.flatMap((chapter) => [
    titleOf(chapter, labels),
    ...(chapter.content.content ?? []).map((node) => lowered(node, levelOf(chapter.depth))),
  ]);
  const listed = rest.map((node) => anchored(node, deepest, entries));
  return {
    type: 'doc',
    content: [...(title ? [title] : []), contentsOf(entries, deepest, labels), ...listed],
  };
}

/** Returns a node with the label of each callout in it. */
function labelled(node: NodeJson, labels: ManuscriptLabels): NodeJson {
  const content = node.content?.map((child) => labelled(child, labels));
  if (node.type !== 'callout') return content ? { ...node, content } : node;
  const label = labels.callouts[calloutKindOf(node)];
  return { ...node, attrs: { ...node.attrs, label }, ...(content && { content }) };
}

/** Returns the kind of a callout; `note` for an unknown one. */
export const calloutKindOf = ({ attrs }: NodeJson): CalloutKind =>
  calloutKinds.find((kind) => kind === attrs?.['kind']) ?? 'note';

/** Returns the label of a callout in a file: that of `manuscriptOf`, otherwise in English. */
export function calloutLabel(node: NodeJson): string {
  const label = node.attrs?.['label'];
  return typeof label === 'string' ? label : calloutName(calloutKindOf(node));
}

function single({ title, content }: Chapter): NodeJson {
  const text = title.trim();
  return text === ''
    ? content
    : { type: 'doc', content: [headingNode(text, { level: 1 }), ...(content.content ?? [])] };
}

const levelOf = (depth: number): number => Math.min(depth + 1, lowestLevel);

const headingNode = (text: string, attrs: NonNullable<NodeJson['attrs']>): NodeJson => ({
  type: 'heading',
  attrs,
  content: [{ type: 'text', text }],
});

const titleOf = ({ title, depth }: Chapter, { untitled }: ManuscriptLabels): NodeJson =>
  headingNode(title.trim() === '' ? untitled : title.trim(), {
    level: levelOf(depth),
    isTitle: true,
  });

/** Returns a node with its headings moved down by a number of levels. */
function lowered(node: NodeJson, by: number): NodeJson {
  if (node.type === 'heading')
    return {
      ...node,
      attrs: { ...node.attrs, level: Math.min(headingOf(node).level + by, lowestLevel) },
    };
  return node.content
    ? { ...node, content: node.content.map((child) => lowered(child, by)) }
    : node;
}

/** An entry of the contents: `level` and `anchor` are those of the heading. */
type Entry = { readonly level: number; readonly anchor: string; readonly text: string };

/** Adds an anchor to a heading down to a level, and an entry to `entries`. */
function anchored(node: NodeJson, deepest: number, entries: Entry[]): NodeJson {
  const { level } = headingOf(node);
  const text = node.type === 'heading' ? headingText(node) : '';
  if (text === '' || level > deepest) return node;
  const anchor = `part-${entries.length + 1}`;
  entries.push({ level, anchor, text });
  return { ...node, attrs: { ...node.attrs, anchor } };
}

function contentsOf(
  entries: readonly Entry[],
  deepest: number,
  labels: ManuscriptLabels,
): NodeJson {
  const depths = depthsOf(entries.map(({ level }) => level));
  return {
    type: 'contents',
    attrs: { deepest },
    content: [
      {
        type: 'paragraph',
        content: [{ type: 'text', text: labels.contents, marks: [{ type: 'bold' }] }],
      },
      ...entries.map(({ anchor, text }, at) => ({
        type: 'contentsEntry',
        attrs: { anchor, depth: depths[at] ?? 0 },
        content: [{ type: 'text', text }],
      })),
    ],
  };
}

/** Returns the words of a heading as one line. */
export function headingText(node: NodeJson): string {
  return plainTextOfJson(node).replace(/\s+/g, ' ').trim();
}

/**
 * Returns the level of a heading from 1 to 6, its anchor, and whether it is the title of one of
 * several documents.
 */
export function headingOf({ attrs = {} }: NodeJson): {
  level: number;
  anchor: string | null;
  isTitle: boolean;
} {
  const { level: given, anchor: name } = attrs;
  const isNumber = typeof given === 'number' || typeof given === 'string';
  const level = isNumber ? Math.trunc(Number(given)) || 1 : 1;
  const anchor = typeof name === 'string' && /^part-\d{1,7}$/.test(name) ? name : null;
  return {
    level: Math.min(Math.max(level, 1), lowestLevel),
    anchor,
    isTitle: attrs['isTitle'] === true,
  };
}

/** An entry of a node `contents`. `address`: that of the heading in Markdown, if it was added. */
export type ContentsEntry = {
  readonly anchor: string;
  readonly depth: number;
  readonly text: string;
  readonly address: string;
};

/**
 * Returns the label and the entries of a node `contents`, and the lowest level of its headings.
 */
export function contentsIn({ attrs, content = [] }: NodeJson): {
  label: NodeJson[];
  deepest: number;
  entries: ContentsEntry[];
} {
  const isEntry = ({ type }: NodeJson): boolean => type === 'contentsEntry';
  return {
    deepest: Number(attrs?.['deepest'] ?? lowestLevel),
    label: content.filter((node) => !isEntry(node)),
    entries: content.filter(isEntry).map((node) => ({
      anchor: headingOf(node).anchor ?? '',
      depth: Number(node.attrs?.['depth'] ?? 0),
      text: headingText(node),
      address: String(node.attrs?.['address'] ?? ''),
    })),
  };
}

/** Returns the depth of each heading in an outline, by its level: at most one more than before. */
export function depthsOf(levels: readonly number[]): number[] {
  const open: number[] = [];
  return levels.map((level) => {
    while ((open.at(-1) ?? 0) >= level) open.pop();
    return open.push(level) - 1;
  });
}
