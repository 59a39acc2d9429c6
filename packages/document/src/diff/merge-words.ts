import type { NodeJson } from '../schema/json.ts';
import { fitsSchema, attributesOf, textBlocks } from '../schema/schema.ts';
import { keyOf } from './keys.ts';
import { mergeLists, type Keys } from './merge-lists.ts';
import { pairsOf } from './similar-blocks.ts';
import { joined, spaced, wordTokensOf, type Token } from './word-tokens.ts';

/**
 * Blocks whose children are matched by position: an additional row on one side would make a table
 * irregular.
 */
const byPlace: ReadonlySet<string> = new Set(['table', 'tableRow', 'columns']);

const keyOfNode = (node: NodeJson): string => keyOf(node);

const wordKeys: Keys<Token> = { same: ({ word }) => word, exact: ({ key }) => key };
const nodeKeys: Keys<NodeJson> = { same: keyOfNode, exact: keyOfNode };

/** Resolution of a passage changed by both sides: one of the two, or theirs followed by ours. */
export type Choice = 'ours' | 'theirs' | 'both';

/**
 * A passage that both sides changed differently: its content before, and on either side. Within a
 * line, `block` is the block around the words, before the changes.
 */
export type Conflict = {
  readonly before: readonly NodeJson[];
  readonly ours: readonly NodeJson[];
  readonly theirs: readonly NodeJson[];
  readonly block: NodeJson | null;
};

/**
 * Returns a key of a conflict between two documents; it is stable while neither of its passages
 * changes.
 */
export function conflictKey({ before, ours, theirs }: Conflict): string {
  return hashOf(JSON.stringify([before, ours, theirs].map((nodes) => nodes.map(keyOfNode))));
}

/**
 * FNV-1a of the UTF-16 code units, in two 32-bit halves: identifies passages of one document; not
 * cryptographic.
 */
function hashOf(text: string): string {
  let [low, high] = [0x811c9dc5, 0x1b873593];
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b) ^ (low >>> 15);
  }
  return (high >>> 0).toString(36) + (low >>> 0).toString(36);
}

/** Conflict resolution: the chooser, and the conflicts found so far, in document order. */
export type Resolve = {
  /** Returns null if no choice is possible: then the blocks around it cannot be merged either. */
  readonly choose: (conflict: Conflict) => Choice | null;
  readonly conflicts: Conflict[];
};

/** Resolves no conflict. */
const never: Resolve = { choose: () => null, conflicts: [] };

/**
 * Merges two versions of one block, word by word. Changes that touch are a conflict: at least one
 * word unchanged by both sides must be between them.
 * @returns The merged block; null if the sides changed its type differently, or a conflict was not
 * resolved. Source: as {@link merge}.
 */
export function mergeBlock(
  base: NodeJson,
  ours: NodeJson,
  theirs: NodeJson,
  resolve: Resolve = never,
): NodeJson | null {
  const [was, we, they] = [keyOfNode(base), keyOfNode(ours), keyOfNode(theirs)];
  if (we === was || we === they) return theirs;
  if (they === was) return ours;
  if (base.type !== ours.type || base.type !== theirs.type) return null;
  const outer = mergedAttributes(base, ours, theirs);
  const content = outer && mergedContent(base, ours, theirs, resolve);
  if (outer === null || content === null) return null;
  const { content: _, ...rest } = outer;
  const merged = content.length === 0 ? rest : { ...rest, content };
  return fitsSchema({ type: 'doc', content: [merged] }) ||
    !fitsSchema({ type: 'doc', content: [theirs] })
    ? merged
    : null;
}

/** Returns the side whose attributes are used; null if both changed them differently. */
function mergedAttributes(base: NodeJson, ours: NodeJson, theirs: NodeJson): NodeJson | null {
  const [was, we, they] = [base, ours, theirs].map((node) => JSON.stringify(attributesOf(node)));
  if (we === was || we === they) return theirs;
  return they === was ? ours : null;
}

function mergedContent(
  base: NodeJson,
  ours: NodeJson,
  theirs: NodeJson,
  resolve: Resolve,
): NodeJson[] | null {
  const [was, we, they] = [base.content ?? [], ours.content ?? [], theirs.content ?? []];
  if (textBlocks.has(base.type)) {
    const tokens = [was, we, they].map((content) =>
      wordTokensOf(content, base.type === 'codeBlock'),
    );
    const merged = mergeLists(
      tokens as [Token[], Token[], Token[]],
      wordKeys,
      wordsOrConflict(base, resolve),
    );
    return merged && joined(spaced(merged, base.type));
  }
  if (byPlace.has(base.type)) return mergeByPlace(was, we, they, resolve);
  return mergeLists([was, we, they], nodeKeys, (...chunk) => mergeChunk(...chunk, resolve));
}

/**
 * Resolves a conflict between the words of a block; if no word of the block is common, the block is
 * the conflict.
 */
function wordsOrConflict(block: NodeJson, resolve: Resolve) {
  const all = wordTokensOf(block.content ?? [], block.type === 'codeBlock').length;
  return (
    was: readonly Token[],
    we: readonly Token[],
    they: readonly Token[],
  ): readonly Token[] | null => {
    if (was.length === all) return null;
    const [before, ours, theirs] = [was, we, they].map((tokens) =>
      joined(tokens.flatMap(({ parts }) => parts)),
    );
    const choice = chosen(
      { before: before ?? [], ours: ours ?? [], theirs: theirs ?? [], block },
      resolve,
    );
    if (choice === null) return null;
    return choice === 'both' ? [...they, ...we] : choice === 'ours' ? we : they;
  };
}

function chosen(conflict: Conflict, { choose, conflicts }: Resolve): Choice | null {
  const choice = choose(conflict);
  if (choice !== null) conflicts.push(conflict);
  return choice;
}

/**
 * Merges a sequence of blocks: similar blocks in pairs, and the blocks between them as a whole.
 * Null if a conflict was not resolved.
 */
export function mergeChunk(
  was: readonly NodeJson[],
  we: readonly NodeJson[],
  they: readonly NodeJson[],
  resolve: Resolve = never,
): NodeJson[] | null {
  const merged: NodeJson[] = [];
  let at = { was: 0, we: 0, they: 0 };
  const settle = (to: typeof at): boolean => {
    const between = settled(
      was.slice(at.was, to.was),
      we.slice(at.we, to.we),
      they.slice(at.they, to.they),
      resolve,
    );
    if (between !== null) merged.push(...between);
    return between !== null;
  };
  for (const pair of pairsOf(was, we, they)) {
    if (!settle(pair)) return null;
    const one = mergeOrChoose(
      was[pair.was] as NodeJson,
      we[pair.we] as NodeJson,
      they[pair.they] as NodeJson,
      resolve,
    );
    if (one === null) return null;
    merged.push(...one);
    at = { was: pair.was + 1, we: pair.we + 1, they: pair.they + 1 };
  }
  return settle({ was: was.length, we: we.length, they: they.length }) ? merged : null;
}

/**
 * Merges blocks without a similar one on at least one side: taken from the side that changed them,
 * else a conflict.
 */
function settled(
  was: readonly NodeJson[],
  we: readonly NodeJson[],
  they: readonly NodeJson[],
  resolve: Resolve,
): readonly NodeJson[] | null {
  const [before, mine, other] = [was, we, they].map((blocks) => blocks.map(keyOfNode).join('\n'));
  if (mine === before || mine === other) return they;
  if (other === before) return we;
  return resolved({ before: was, ours: we, theirs: they, block: null }, resolve);
}

function resolved(conflict: Conflict, resolve: Resolve): readonly NodeJson[] | null {
  const choice = chosen(conflict, resolve);
  if (choice === null) return null;
  return choice === 'both' ? [...conflict.theirs, ...conflict.ours] : conflict[choice];
}

function mergeOrChoose(
  base: NodeJson,
  ours: NodeJson,
  theirs: NodeJson,
  resolve: Resolve,
): readonly NodeJson[] | null {
  const met = resolve.conflicts.length;
  const merged = mergeBlock(base, ours, theirs, resolve);
  if (merged !== null) return [merged];
  // Word conflicts in a block that cannot be merged are one conflict, of the block.
  resolve.conflicts.length = met;
  return resolved({ before: [base], ours: [ours], theirs: [theirs], block: null }, resolve);
}

/** Merges children by position: rows, cells, columns. */
function mergeByPlace(
  was: readonly NodeJson[],
  we: readonly NodeJson[],
  they: readonly NodeJson[],
  resolve: Resolve,
): NodeJson[] | null {
  if (was.length !== we.length || was.length !== they.length) return null;
  const merged: NodeJson[] = [];
  for (const [i, base] of was.entries()) {
    const one = mergeBlock(base, we[i] as NodeJson, they[i] as NodeJson, resolve);
    if (one === null) return null;
    merged.push(one);
  }
  return merged;
}
