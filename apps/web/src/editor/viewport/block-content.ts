import { leafText } from '@longhand/document';
import type { Node } from '@tiptap/pm/model';

/** Content of a top-level block, as far as it matters outside the viewport. */
export type BlockContent = {
  /** Accessible name of a stand-in: the text of the block. */
  readonly name: string;
  /** Number of footnotes, whose numbers are counted by the style sheet. */
  readonly footnotes: number;
  /** True if the block contains a toggle: whether it is open is stored in its element. */
  readonly hasToggle: boolean;
};

const known = new WeakMap<Node, BlockContent>();

/** Returns the content of a block (cached). */
export function contentOf(block: Node): BlockContent {
  const cached = known.get(block);
  if (cached !== undefined) return cached;
  let footnotes = 0;
  let hasToggle = block.type.name === 'toggle';
  block.descendants(({ type }) => {
    if (type.name === 'footnote') footnotes += 1;
    hasToggle ||= type.name === 'toggle';
  });
  const content = { name: nameOf(block), footnotes, hasToggle };
  known.set(block, content);
  return content;
}

function nameOf(block: Node): string {
  if (block.isLeaf) return wordsOfLeaf(block);
  return block.textBetween(0, block.content.size, '\n', wordsOfLeaf);
}

/** Returns the text of a leaf, or the alternative text of a picture. */
export function wordsOfLeaf({ type, attrs }: Node): string {
  const { alt } = attrs;
  return type.name === 'image' && typeof alt === 'string' ? alt : leafText(type.name, attrs);
}

/** A letter of any script: it determines the direction of a text. */
const letter = /\p{L}/u;

/** Maximum number of blocks that are searched for a letter. */
const searchedMax = 40;

/** Returns the first block with a letter among those that are searched; null if there is none. */
function blockWithLetter(doc: Node): number | null {
  const last = Math.min(doc.childCount, searchedMax);
  for (let i = 0; i < last; i += 1) if (letter.test(doc.child(i).textContent)) return i;
  return null;
}

/**
 * Returns the first block with a letter. It determines the direction of the text (`dir="auto"`), so
 * it is always rendered.
 */
export function firstWithLetter(doc: Node): number {
  return blockWithLetter(doc) ?? 0;
}

/** True if the beginning of a text has a letter, which determines its direction. */
export function hasLetter(doc: Node): boolean {
  return blockWithLetter(doc) !== null;
}
