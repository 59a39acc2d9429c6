import { align } from './align.ts';
import type { MarkJson, NodeJson } from '../schema/json.ts';
import { fitsSchema, attributesOf, plainMarks, textBlocks } from '../schema/schema.ts';
import { keyOf } from './keys.ts';

/**
 * A word with the white space up to the next one, or an inline leaf. `word` ignores the surrounding
 * white space: the last word of a line is equal even if another one follows.
 */
type Token = { readonly key: string; readonly word: string; readonly parts: readonly NodeJson[] };

/** A piece of text with its node, which has the marks. */
type Piece = { readonly text: string; readonly node: NodeJson };

/**
 * Blocks whose children are matched by position: an additional row on one side would make a table
 * irregular.
 */
const byPlace: ReadonlySet<string> = new Set(['table', 'tableRow', 'columns']);

const keyOfNode = (node: NodeJson): string => keyOf(node);

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
    const tokens = [was, we, they].map((content) => tokensOf(content, base.type === 'codeBlock'));
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
  const all = tokensOf(block.content ?? [], block.type === 'codeBlock').length;
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

/** Adds missing white space between merged words: the last word of a line has none after it. */
function spaced(tokens: readonly Token[], type: string): NodeJson[] {
  const gap = type === 'codeBlock' ? '\n' : ' ';
  return tokens.flatMap(({ parts }, i): readonly NodeJson[] => {
    const [last, next] = [parts.at(-1), tokens[i + 1]?.parts[0]];
    if (last?.text === undefined || next?.text === undefined) return parts;
    if (/\s$/.test(last.text) || /^\s/.test(next.text)) return parts;
    return [...parts.slice(0, -1), { ...last, text: last.text + gap }];
  });
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

/** Indices of one block in the three lists. */
type Pair = { readonly was: number; readonly we: number; readonly they: number };

/**
 * Maximum number of word comparisons between blocks; above it, a sequence of blocks is one
 * conflict.
 */
const mostComparisons = 2_000_000;

/** Returns the blocks of `was` that both sides still have, changed or not, in order. */
function pairsOf(
  was: readonly NodeJson[],
  we: readonly NodeJson[],
  they: readonly NodeJson[],
): Pair[] {
  if (was.length === we.length && was.length === they.length)
    return was.map((_, i) => ({ was: i, we: i, they: i }));
  const [before, mine, other] = [was, we, they].map((blocks) => blocks.map(wordsOf)) as [
    Words[],
    Words[],
    Words[],
  ];
  const most = before.reduce((sum, { words }) => sum + words.size + 1, 0);
  if (most * (we.length + they.length) > mostComparisons) return [];
  const [inOurs, inTheirs] = [alikeIn(before, mine), alikeIn(before, other)];
  return was.flatMap((_, i) => {
    const [ours, theirs] = [inOurs.get(i), inTheirs.get(i)];
    return ours === undefined || theirs === undefined ? [] : [{ was: i, we: ours, they: theirs }];
  });
}

/**
 * Returns for each block the similar one in another list, in the order of both: the longest common
 * subsequence.
 */
function alikeIn(before: readonly Words[], after: readonly Words[]): ReadonlyMap<number, number> {
  const lengths = Array.from({ length: before.length + 1 }, () =>
    Array.from({ length: after.length + 1 }, () => 0),
  );
  const alike = (b: number, a: number): boolean => {
    const [one, other] = [before[b], after[a]];
    return one !== undefined && other?.type === one.type && isAlike(one.words, other.words);
  };
  const at = (b: number, a: number): number => lengths[b]?.[a] ?? 0;
  for (let b = before.length - 1; b >= 0; b -= 1)
    for (let a = after.length - 1; a >= 0; a -= 1)
      (lengths[b] as number[])[a] = alike(b, a)
        ? at(b + 1, a + 1) + 1
        : Math.max(at(b + 1, a), at(b, a + 1));
  const pairs = new Map<number, number>();
  for (let b = 0, a = 0; b < before.length && a < after.length;) {
    if (alike(b, a)) pairs.set(b++, a++);
    else if (at(b + 1, a) >= at(b, a + 1)) b += 1;
    else a += 1;
  }
  return pairs;
}

/** Type of a block, and its words. */
type Words = { readonly type: string; readonly words: ReadonlySet<string> };

function wordsOf(node: NodeJson): Words {
  const words = new Set<string>();
  const read = ({ text, content }: NodeJson): void => {
    for (const word of text?.split(/\s+/) ?? []) if (word !== '') words.add(word);
    for (const child of content ?? []) read(child);
  };
  read(node);
  return { type: node.type, words };
}

/** True if two blocks share at least half of the words of the shorter one. */
function isAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [few, many] = one.size <= other.size ? [one, other] : [other, one];
  let shared = 0;
  for (const word of few) if (many.has(word)) shared += 1;
  return few.size > 0 && shared * 2 >= few.size;
}

/**
 * Comparison of items: `same` matches an item in another list, `exact` detects whether it is
 * unchanged.
 */
type Keys<Item> = { readonly same: (item: Item) => string; readonly exact: (item: Item) => string };

const wordKeys: Keys<Token> = { same: ({ word }) => word, exact: ({ key }) => key };
const nodeKeys: Keys<NodeJson> = { same: keyOfNode, exact: keyOfNode };

/**
 * Merges three lists; `both` merges what both sides changed between two common items. Null if
 * `both` returns null.
 */
function mergeLists<Item>(
  [base, ours, theirs]: readonly [readonly Item[], readonly Item[], readonly Item[]],
  { same, exact }: Keys<Item>,
  both: (
    was: readonly Item[],
    we: readonly Item[],
    they: readonly Item[],
  ) => readonly Item[] | null,
): Item[] | null {
  const keys = base.map(same);
  const inOurs = new Map(align(keys, ours.map(same)));
  const inTheirs = new Map(align(keys, theirs.map(same)));
  const merged: Item[] = [];
  let at = { base: 0, ours: 0, theirs: 0 };
  const isSame = (a: readonly Item[], b: readonly Item[]): boolean =>
    a.length === b.length && a.every((item, i) => exact(item) === exact(b[i] as Item));
  const settle = (to: typeof at): boolean => {
    const [was, we, they] = [
      base.slice(at.base, to.base),
      ours.slice(at.ours, to.ours),
      theirs.slice(at.theirs, to.theirs),
    ];
    const settled =
      isSame(we, was) || isSame(we, they) ? they : isSame(they, was) ? we : both(was, we, they);
    if (settled !== null) merged.push(...settled);
    return settled !== null;
  };
  for (let place = 0; place < base.length; place += 1) {
    const [we, they] = [inOurs.get(place), inTheirs.get(place)];
    if (we === undefined || they === undefined) continue;
    if (!settle({ base: place, ours: we, theirs: they })) return null;
    const [was, mine, other] = [base[place], ours[we], theirs[they]] as [Item, Item, Item];
    merged.push(exact(other) === exact(was) ? mine : other);
    at = { base: place + 1, ours: we + 1, theirs: they + 1 };
  }
  return settle({ base: base.length, ours: ours.length, theirs: theirs.length }) ? merged : null;
}

/**
 * Splits a line into words, or code into lines, with their marks; an inline leaf is a word of its
 * own.
 */
function tokensOf(content: readonly NodeJson[], isCode: boolean): Token[] {
  const tokens: Token[] = [];
  let pieces: Piece[] = [];
  const flush = (): void => {
    const text = pieces.map((piece) => piece.text).join('');
    let [index, offset] = [0, 0];
    for (const [word] of text.matchAll(isCode ? /[^\n]*\n|[^\n]+/g : /\s*\S+\s*|\s+/g)) {
      const parts: NodeJson[] = [];
      for (let left = word.length; left > 0;) {
        const piece = pieces[index] as Piece;
        const part = piece.text.slice(offset, offset + left);
        parts.push({ ...piece.node, text: part });
        left -= part.length;
        offset += part.length;
        if (offset === piece.text.length) [index, offset] = [index + 1, 0];
      }
      tokens.push(tokenOf(parts));
    }
    pieces = [];
  };
  for (const node of content) {
    if (node.text !== undefined) pieces.push({ text: node.text, node });
    else {
      flush();
      tokens.push({ key: keyOfNode(node), word: keyOfNode(node), parts: [node] });
    }
  }
  flush();
  return tokens;
}

function tokenOf(parts: readonly NodeJson[]): Token {
  const bare = parts
    .map((part) => ({ ...part, text: part.text?.trim() ?? '' }))
    .filter(({ text }) => text !== '');
  return { key: keyOfParts(parts), word: keyOfParts(bare), parts };
}

const keyOfParts = (parts: readonly NodeJson[]): string =>
  JSON.stringify(parts.map(({ text, marks }) => [text, plainMarks(marks)]));

const marksOf = (marks: readonly MarkJson[] | undefined): string =>
  JSON.stringify(plainMarks(marks));

/** Joins adjacent texts with equal marks. */
function joined(parts: readonly NodeJson[]): NodeJson[] {
  const nodes: NodeJson[] = [];
  for (const part of parts) {
    const last = nodes.at(-1);
    if (
      last?.text === undefined ||
      part.text === undefined ||
      marksOf(last.marks) !== marksOf(part.marks)
    )
      nodes.push(part);
    else nodes[nodes.length - 1] = { ...last, text: last.text + part.text };
  }
  return nodes;
}
