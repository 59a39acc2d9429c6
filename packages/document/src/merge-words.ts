import { align } from './align.ts';
import type { MarkJson, NodeJson } from './json.ts';
import { fitsSchema, attributesOf, plainMarks, textBlocks } from './schema.ts';
import { keyOf } from './shared-keys.ts';

/** What stands between two places where words can be told apart: a word with what follows it up to the next, or a thing in a line. */
type Token = { readonly key: string; readonly parts: readonly NodeJson[] };

/** A letter, or a thing in a line, with its formats. */
type Piece = { readonly text: string; readonly node: NodeJson };

/** Blocks whose inner blocks stand for each other by their place: a row more on one side would leave a table ragged. */
const byPlace: ReadonlySet<string> = new Set(['table', 'tableRow', 'columns']);

const keyOfNode = (node: NodeJson): string => keyOf({ kind: 'element', node });

/**
 * Puts together what became of one block in two places, word by word; null where both changed the same words, or words that touch: at least
 * one word that nobody changed has to stand between what either did. Source: as {@link merge}.
 */
export function mergeBlock(base: NodeJson, ours: NodeJson, theirs: NodeJson): NodeJson | null {
  const [was, we, they] = [keyOfNode(base), keyOfNode(ours), keyOfNode(theirs)];
  if (we === was || we === they) return theirs;
  if (they === was) return ours;
  if (base.type !== ours.type || base.type !== theirs.type) return null;
  const outer = mergedAttributes(base, ours, theirs);
  const content = outer && mergedContent(base, ours, theirs);
  if (outer === null || content === null) return null;
  const { content: _, ...rest } = outer;
  const merged = content.length === 0 ? rest : { ...rest, content };
  return fitsSchema({ type: 'doc', content: [merged] }) || !fitsSchema({ type: 'doc', content: [theirs] }) ? merged : null;
}

/** The side whose attributes count. */
function mergedAttributes(base: NodeJson, ours: NodeJson, theirs: NodeJson): NodeJson | null {
  const [was, we, they] = [base, ours, theirs].map((node) => JSON.stringify(attributesOf(node)));
  if (we === was || we === they) return theirs;
  return they === was ? ours : null;
}

function mergedContent(base: NodeJson, ours: NodeJson, theirs: NodeJson): NodeJson[] | null {
  const [was, we, they] = [base.content ?? [], ours.content ?? [], theirs.content ?? []];
  if (textBlocks.has(base.type)) {
    const tokens = [was, we, they].map((content) => tokensOf(content, base.type === 'codeBlock'));
    const merged = mergeLists(
      tokens as [Token[], Token[], Token[]],
      ({ key }) => key,
      () => null,
    );
    return merged && joined(merged.flatMap(({ parts }) => parts));
  }
  if (!byPlace.has(base.type)) return mergeLists([was, we, they], keyOfNode, mergeChunk);
  if (was.length !== we.length || was.length !== they.length) return null;
  return mergeChunk(was, we, they);
}

/** What both sides changed, block for block; null where one of them cannot be merged, or they are not as many. */
export function mergeChunk(was: readonly NodeJson[], we: readonly NodeJson[], they: readonly NodeJson[]): NodeJson[] | null {
  if (was.length === 0 || was.length !== we.length || was.length !== they.length) return null;
  const merged: NodeJson[] = [];
  for (const [i, base] of was.entries()) {
    const one = mergeBlock(base, we[i] as NodeJson, they[i] as NodeJson);
    if (one === null) return null;
    merged.push(one);
  }
  return merged;
}

/** Puts three lists together; `both` settles what both sides changed between two things that all have. Null where that is null. */
function mergeLists<Item>(
  [base, ours, theirs]: readonly [readonly Item[], readonly Item[], readonly Item[]],
  keyOfItem: (item: Item) => string,
  both: (was: readonly Item[], we: readonly Item[], they: readonly Item[]) => readonly Item[] | null,
): Item[] | null {
  const keys = base.map(keyOfItem);
  const inOurs = new Map(align(keys, ours.map(keyOfItem)));
  const inTheirs = new Map(align(keys, theirs.map(keyOfItem)));
  const merged: Item[] = [];
  let at = { base: 0, ours: 0, theirs: 0 };
  const same = (a: readonly Item[], b: readonly Item[]): boolean =>
    a.length === b.length && a.every((item, i) => keyOfItem(item) === keyOfItem(b[i] as Item));
  const settle = (to: typeof at): boolean => {
    const [was, we, they] = [base.slice(at.base, to.base), ours.slice(at.ours, to.ours), theirs.slice(at.theirs, to.theirs)];
    const settled = same(we, was) || same(we, they) ? they : same(they, was) ? we : both(was, we, they);
    if (settled !== null) merged.push(...settled);
    return settled !== null;
  };
  for (let place = 0; place < base.length; place += 1) {
    const [we, they] = [inOurs.get(place), inTheirs.get(place)];
    if (we === undefined || they === undefined) continue;
    if (!settle({ base: place, ours: we, theirs: they })) return null;
    merged.push(theirs[they] as Item);
    at = { base: place + 1, ours: we + 1, theirs: they + 1 };
  }
  return settle({ base: base.length, ours: ours.length, theirs: theirs.length }) ? merged : null;
}

/** The words of a line, or the lines of code, each with its formats; what stands in the line is a word of its own. */
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
      tokens.push({ key: keyOfParts(parts), parts });
    }
    pieces = [];
  };
  for (const node of content) {
    if (node.text !== undefined) pieces.push({ text: node.text, node });
    else {
      flush();
      tokens.push({ key: keyOfNode(node), parts: [node] });
    }
  }
  flush();
  return tokens;
}

const keyOfParts = (parts: readonly NodeJson[]): string =>
  JSON.stringify(parts.map(({ text, marks }) => [text, plainMarks(marks)]));

const marksOf = (marks: readonly MarkJson[] | undefined): string => JSON.stringify(plainMarks(marks));

/** Neighbouring texts in one format are one text. */
function joined(parts: readonly NodeJson[]): NodeJson[] {
  const nodes: NodeJson[] = [];
  for (const part of parts) {
    const last = nodes.at(-1);
    if (last?.text === undefined || part.text === undefined || marksOf(last.marks) !== marksOf(part.marks)) nodes.push(part);
    else nodes[nodes.length - 1] = { ...last, text: last.text + part.text };
  }
  return nodes;
}
