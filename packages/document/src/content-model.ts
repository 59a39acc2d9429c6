import type { ContentMatch, NodeType } from '@tiptap/pm/model';
import { editorSchema, isKnownMark } from './schema.ts';

/**
 * Node names by their number in stored knowledge, from 2: 1 is the root. Numbers are stored, so a new name goes to the end and no
 * name is ever taken out.
 */
const numbered: readonly string[] = [
  'paragraph',
  'heading',
  'codeBlock',
  'blockquote',
  'bulletList',
  'orderedList',
  'listItem',
  'taskList',
  'taskItem',
  'table',
  'tableRow',
  'tableCell',
  'tableHeader',
  'callout',
  'toggle',
  'columns',
  'column',
  'image',
  'horizontalRule',
  'formula',
  'attachment',
  'hardBreak',
  'inlineFormula',
  'footnote',
  'mention',
  'day',
];

const rootNumber = 1;
const textNumber = 63;

const numberOf = (name: string): number => {
  if (name === 'doc') return rootNumber;
  if (name === 'text') return textNumber;
  const at = numbered.indexOf(name);
  return at < 0 ? 0 : at + 2;
};

/** The children that each known node may have, by number. */
const children: ReadonlyMap<number, ReadonlySet<number>> = new Map(
  Object.values(editorSchema.nodes).map((type) => [numberOf(type.name), new Set(namesIn(type).map(numberOf))]),
);

/**
 * Which nodes may stand directly in which, for checking updates without building the document. Says nothing of order and number:
 * concurrent edits may leave an empty list, but never a picture in a paragraph. Nodes of unknown names may stand nowhere.
 */
export const contentModel = {
  typeOf: (name: string): number => (name === 'doc' || name === 'text' ? 0 : numberOf(name)),
  /** A parent whose name was not stored (0) may hold any known node. */
  mayHold: (parent: number, child: number): boolean => child !== 0 && (children.get(parent)?.has(child) ?? true),
  /** Marks that may lie over each other carry a hash in their key. */
  hasMark: (key: string): boolean => isKnownMark(key.replace(/--[a-zA-Z0-9+/=]{8}$/, '')),
};

/** The names of all nodes that may stand in a node, at any place in it. */
function namesIn(type: NodeType): string[] {
  const names = new Set<string>();
  const seen = new Set<ContentMatch>();
  const open = [type.contentMatch];
  for (let match = open.pop(); match; match = open.pop()) {
    if (seen.has(match)) continue;
    seen.add(match);
    for (let i = 0; i < match.edgeCount; i += 1) {
      const edge = match.edge(i);
      names.add(edge.type.name);
      open.push(edge.next);
    }
  }
  return [...names];
}
