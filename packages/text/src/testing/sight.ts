import { Fragment, type Attrs, type Node } from '@tiptap/pm/model';
import type { Transform } from '@tiptap/pm/transform';
import * as Y from 'yjs';
import { suggestionNames } from '../rendering.ts';

/** Memoizes a function of nodes, which are immutable. */
function remembered<T>(compute: (node: Node) => T): (node: Node) => T {
  const known = new WeakMap<Node, T>();
  return (node) => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const value = compute(node);
    known.set(node, value);
    return value;
  };
}

/** Returns a document as text without suggestions: equal documents have equal texts. */
export const signOf: (node: Node) => string = remembered((node) => {
  const content = node.isTextblock ? inlineOf(node) : node.children.map(signOf).join();
  return `${markupOf(node)}[${content}]`;
});

/** Returns a document without empty table rows. Cells that span into them are shortened. */
export function withoutEmptyRows(node: Node): Node {
  if (node.isTextblock || node.isLeaf) return node;
  const children = node.children.map(withoutEmptyRows);
  const isEmpty = (row: Node): boolean => row.childCount === 0;
  if (node.type.name !== 'table' || !children.some(isEmpty) || children.every(isEmpty)) {
    return children.every((child, i) => child === node.child(i))
      ? node
      : node.copy(Fragment.from(children));
  }
  const rows = children.map((row, r) =>
    row.copy(
      Fragment.from(
        row.children.map((cell) => {
          const below = children.slice(r + 1, r + Number(cell.attrs['rowspan']));
          const rowspan = Number(cell.attrs['rowspan']) - below.filter(isEmpty).length;
          return cell.type.create({ ...cell.attrs, rowspan }, cell.content);
        }),
      ),
    ),
  );
  return node.copy(Fragment.from(rows.filter((row) => !isEmpty(row))));
}

/**
 * Returns a document in which text has its suggested marks. Code shows none, and text moved out of
 * it shows them again.
 */
export function withSuggestedMarks(node: Node): Node {
  if (!node.isTextblock) return node.copy(Fragment.from(node.children.map(withSuggestedMarks)));
  const content = node.children.map((child) => {
    let marks = child.marks;
    for (const { type, attrs } of child.marks) {
      if (type.name !== 'modification') continue;
      for (const [name, value] of Object.entries(
        JSON.parse(String(attrs['set'])) as Record<string, Attrs | null>,
      )) {
        const mark = node.type.schema.marks[name.replace(/^m\./, '')];
        if (!name.startsWith('m.') || mark === undefined || !node.type.allowsMarkType(mark))
          continue;
        marks = value === null ? mark.removeFromSet(marks) : mark.create(value).addToSet(marks);
      }
    }
    return child.mark(marks);
  });
  return node.copy(Fragment.from(content));
}

function markupOf({ type, attrs }: Node): string {
  const names = Object.keys(attrs).filter((name) => !suggestionNames.has(name));
  return `${type.name}${names.length === 0 ? '' : JSON.stringify(names.map((name) => attrs[name] as unknown))}`;
}

/** Joins adjacent texts that differ only in suggestions. A line break is a character. */
function inlineOf(block: Node): string {
  let [text, marksBefore] = ['', ''];
  block.forEach((node) => {
    const marks = node.marks.filter(({ type }) => !suggestionNames.has(type.name));
    const sign = marks.length === 0 ? '' : JSON.stringify(marks);
    if (sign !== marksBefore) text += ` <${sign}> `;
    marksBefore = sign;
    text += node.isText
      ? (node.text ?? '')
      : node.type.name === 'hardBreak'
        ? '\n'
        : ` <${markupOf(node)}> `;
  });
  return text;
}

/** Returns the characters of a document, including line breaks. */
export const lettersOf: (node: Node) => string = remembered((node) =>
  node.isTextblock
    ? node.textBetween(0, node.content.size, '', (leaf) =>
        leaf.type.name === 'hardBreak' ? '\n' : '',
      )
    : node.children.map(lettersOf).join(''),
);

/**
 * Returns the characters of a document after a change that are new, or not suggested for deletion.
 */
export function acceptedLetters({ doc, mapping }: Transform): string {
  const isNew = (pos: number): boolean =>
    mapping.maps.some((map, i) => {
      let found = false;
      map.forEach((_from, _to, from, to) => {
        const rest = mapping.slice(i + 1);
        if (rest.map(from, 1) <= pos && pos < rest.map(to, -1)) found = true;
      });
      return found;
    });
  let text = '';
  doc.descendants((node, pos) => {
    const letters = node.isText ? (node.text ?? '') : node.type.name === 'hardBreak' ? '\n' : '';
    const isDeleted = node.marks.some((mark) => mark.type.name === 'deletion');
    for (let i = 0; i < letters.length; i += 1)
      if (!isDeleted || isNew(pos + i)) text += letters[i];
  });
  return text;
}

/** The stored characters in order, and the id of each. */
export type StoredLetters = { readonly text: string; readonly ids: readonly string[] };

/** Reads the characters of a text directly from Yjs. */
export function storedLetters(text: Y.Text): StoredLetters {
  let letters = '';
  const ids: string[] = [];
  for (const item of Y.getTypeChildren(text)) {
    if (item.deleted || !(item.content instanceof Y.ContentString)) continue;
    letters += item.content.str;
    for (let i = 0; i < item.length; i += 1) ids.push(`${item.id.client}:${item.id.clock + i}`);
  }
  return { text: letters, ids };
}

/** Checks the nodes of a document that are new since the previous one. */
export function checkChanged(before: Node | null, after: Node): void {
  if (before === after) return;
  if (after.isTextblock || after.isLeaf) {
    after.check();
    return;
  }
  if (!after.type.validContent(after.content))
    throw new RangeError(`invalid content of ${after.type.name}: ${after.toString()}`);
  const known = new Set(before?.children);
  after.children.forEach((child, i) => {
    if (!known.has(child))
      checkChanged(before !== null && i < before.childCount ? before.child(i) : null, child);
  });
}
