import { align } from './align.ts';
import type { MarkJson, NodeJson } from '../schema/json.ts';
import { featuresOf, pairSimilar } from './pair.ts';
import { plainMarks } from '../schema/schema.ts';
import { keyOf } from './keys.ts';
import { plainTextOfJson, textRunsOf } from '../formats/text/plain.ts';
import { editsOf } from './tokens.ts';

/** A piece of the text of a changed block. `formatted`: the same text with other marks. */
export type DifferencePart =
  | { kind: 'same' | 'added' | 'removed'; text: string }
  | { kind: 'formatted'; text: string; marksBefore: MarkJson[]; marksAfter: MarkJson[] };

/**
 * Differences between the blocks of two documents, in reading order: a number of unchanged blocks,
 * or one added, removed or changed block. The parts of a changed block without the added ones are
 * its text before. Without the removed ones they are its text after, with one line for each block
 * in it. If all parts are equal, only the kind or the attributes of the block changed.
 */
export type Difference =
  | { kind: 'same'; count: number }
  | { kind: 'added'; after: NodeJson }
  | { kind: 'removed'; before: NodeJson }
  | { kind: 'changed'; before: NodeJson; after: NodeJson; parts: DifferencePart[] };

/**
 * Compares two documents: aligns blocks first, then the words of changed blocks, then their marks.
 */
export function differences(before: NodeJson, after: NodeJson): Difference[] {
  const old = before.content ?? [];
  const next = after.content ?? [];
  const found: Difference[] = [];
  let [from, to] = [0, 0];
  const matches = align(old.map(keyOf), next.map(keyOf));
  for (const [b, a] of [...matches, [old.length, next.length] as const]) {
    found.push(...changes(old.slice(from, b), next.slice(to, a)));
    const last = found.at(-1);
    if (b < old.length && last?.kind === 'same') last.count += 1;
    else if (b < old.length) found.push({ kind: 'same', count: 1 });
    [from, to] = [b + 1, a + 1];
  }
  return found;
}

function changes(old: readonly NodeJson[], next: readonly NodeJson[]): Difference[] {
  const features = (node: NodeJson) => featuresOf(node.type, plainTextOfJson(node));
  const found: Difference[] = [];
  let [from, to] = [0, 0];
  for (const [b, a] of [
    ...pairSimilar(old.map(features), next.map(features), false),
    [old.length, next.length] as const,
  ]) {
    for (const node of old.slice(from, b)) found.push({ kind: 'removed', before: node });
    for (const node of next.slice(to, a)) found.push({ kind: 'added', after: node });
    const [was, is] = [old[b], next[a]];
    if (was && is) found.push({ kind: 'changed', before: was, after: is, parts: partsOf(was, is) });
    [from, to] = [b + 1, a + 1];
  }
  return found;
}

function partsOf(before: NodeJson, after: NodeJson): DifferencePart[] {
  const text = plainTextOfJson(before);
  const parts: DifferencePart[] = [];
  const [old, next] = [formFinder(formsOf(before)), formFinder(formsOf(after))];
  let [here, there] = [0, 0];
  const same = (end: number): void => {
    while (here < end) {
      const [was, is] = [old(here), next(there)];
      const length = Math.min(end - here, was.end - here, is.end - there);
      const piece = text.slice(here, here + length);
      addPart(
        parts,
        was.key === is.key
          ? { kind: 'same', text: piece }
          : { kind: 'formatted', text: piece, marksBefore: was.marks, marksAfter: is.marks },
      );
      [here, there] = [here + length, there + length];
    }
  };
  for (const { at, removed, added } of editsOf(text, plainTextOfJson(after))) {
    same(at);
    if (removed > 0) parts.push({ kind: 'removed', text: text.slice(at, at + removed) });
    if (added !== '') parts.push({ kind: 'added', text: added });
    [here, there] = [here + removed, there + added.length];
  }
  same(text.length);
  return parts;
}

function addPart(parts: DifferencePart[], part: DifferencePart): void {
  const last = parts.at(-1);
  const isSame = last?.kind === part.kind && (part.kind !== 'formatted' || sameForms(last, part));
  if (last && isSame) last.text += part.text;
  else parts.push(part);
}

function sameForms(one: DifferencePart, other: DifferencePart): boolean {
  if (one.kind !== 'formatted' || other.kind !== 'formatted') return false;
  return (
    JSON.stringify([one.marksBefore, one.marksAfter]) ===
    JSON.stringify([other.marksBefore, other.marksAfter])
  );
}

/**
 * Marks of a range of a block's text; `end` is its end. Text outside all runs, the breaks between
 * lines, has none.
 */
type Form = { end: number; marks: MarkJson[]; key: string };

function formsOf(block: NodeJson): Form[] {
  let end = 0;
  const forms = textRunsOf(block).map(({ text, node }): Form => {
    end += text.length;
    const marks = plainMarks(node?.marks);
    return { end, marks, key: JSON.stringify(marks) };
  });
  return [...forms, { end, marks: [], key: '[]' }];
}

/** Creates a lookup of the marks at a place. Places must be requested in ascending order. */
function formFinder(forms: readonly Form[]): (place: number) => Form {
  let at = 0;
  return (place) => {
    while (at < forms.length - 1 && (forms[at]?.end ?? 0) <= place) at += 1;
    return forms[at] ?? { end: Infinity, marks: [], key: '[]' };
  };
}
