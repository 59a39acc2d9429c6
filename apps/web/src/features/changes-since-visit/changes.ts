import { plural, t } from '@lingui/core/macro';
import {
  differences,
  plainTextOfJson,
  type DifferencePart,
  type NodeJson,
} from '@longhand/document';
import type { Node } from '@tiptap/pm/model';
import { dateLocale, listOf } from '../../ui/dates.ts';

/**
 * One difference of a text from its earlier state: the added range (`from` to `to`, ProseMirror
 * positions; empty for none) and the removed text. `isBlock`: it concerns whole blocks.
 */
export type Change = {
  readonly from: number;
  readonly to: number;
  readonly removed: string;
  readonly isBlock: boolean;
};

/** Returns the differences between `before` and `now`, in reading order. */
export function changesOf(before: NodeJson, now: Node): Change[] {
  const changes: Change[] = [];
  let [index, pos] = [0, 0];
  const step = (): number => {
    const from = pos;
    pos += index < now.childCount ? now.child(index).nodeSize : 0;
    index += 1;
    return from;
  };
  for (const difference of differences(before, now.toJSON() as NodeJson)) {
    switch (difference.kind) {
      case 'same':
        for (let i = 0; i < difference.count; i += 1) step();
        break;
      case 'added': {
        const from = step();
        // An additional empty paragraph is not shown.
        if (
          plainTextOfJson(difference.after).trim() !== '' ||
          now.nodeAt(from)?.isTextblock === false
        )
          changes.push({ from, to: pos, removed: '', isBlock: true });
        break;
      }
      case 'removed': {
        const removed = plainTextOfJson(difference.before);
        if (removed.trim() !== '' || difference.before.type !== 'paragraph')
          changes.push({ from: pos, to: pos, removed, isBlock: true });
        break;
      }
      case 'changed': {
        const from = step();
        const node = now.nodeAt(from);
        if (node === null) break;
        const inside = changesIn(difference.parts, node, from);
        changes.push(
          ...(inside.length > 0 ? inside : [{ from, to: pos, removed: '', isBlock: true }]),
        );
        break;
      }
    }
  }
  return changes;
}

/**
 * Returns the changes within a block that begins at `start`. Changes separated only by spaces and
 * punctuation are merged.
 */
function changesIn(parts: readonly DifferencePart[], block: Node, start: number): Change[] {
  const offsets = offsetsIn(block, start);
  const found: { from: number; to: number; removed: string }[] = [];
  /** Text between the last change and here; null if it contains letters or digits. */
  let between: string | null = null;
  let before = 0;
  for (const part of parts) {
    const letters = part.kind === 'removed' ? 0 : squeeze(part.text).length;
    if (part.kind === 'same') {
      between = between === null || /[\p{L}\p{N}]/u.test(part.text) ? null : between + part.text;
    } else {
      const from =
        before < offsets.length ? (offsets[before] ?? start + 1) : start + block.nodeSize - 1;
      const to = letters === 0 ? from : (offsets[before + letters - 1] ?? from) + 1;
      const removed = part.kind === 'removed' ? part.text : '';
      const last = found.at(-1);
      if (last === undefined || between === null) found.push({ from, to, removed });
      else {
        if (letters > 0) last.to = to;
        last.removed =
          last.removed === '' || removed === ''
            ? last.removed + removed
            : last.removed + between + removed;
      }
      between = '';
    }
    before += letters;
  }
  return found
    .filter(({ from, to, removed }) => from < to || removed.trim() !== '')
    .map((each) => ({ ...each, isBlock: false }));
}

const squeeze = (text: string): string => text.replace(/\s+/gu, '');

/**
 * Returns the position of each non-white-space character in a block's plain text. The text of an
 * inline node has the position of the node.
 */
function offsetsIn(block: Node, start: number): number[] {
  const offsets: number[] = [];
  const add = (node: Node, at: number): void => {
    if (node.isText) {
      for (const { 0: word, index } of (node.text ?? '').matchAll(/\S+/gu))
        for (let i = 0; i < word.length; i += 1) offsets.push(at + index + i);
    } else if (node.isLeaf) {
      const json = node.toJSON() as NodeJson;
      const said = plainTextOfJson(node.isInline ? { type: 'paragraph', content: [json] } : json);
      for (let i = squeeze(said).length; i > 0; i -= 1) offsets.push(at);
    }
  };
  if (block.isLeaf) add(block, start);
  block.descendants((node, at) => add(node, start + 1 + at));
  return offsets;
}

/** Formats the time of the last visit relative to `now`; both in milliseconds. */
export function sinceWhen(then: number, now: number): string {
  const [day, today] = [new Date(then), new Date(now)];
  const days = Math.round((midnight(today) - midnight(day)) / 86_400_000);
  if (days <= 0)
    return t`since ${{ day: day.toLocaleTimeString(dateLocale, { timeStyle: 'short' }) }}`;
  if (days === 1) return t`since yesterday`;
  if (days < 7) return t`since ${{ day: day.toLocaleDateString(dateLocale, { weekday: 'long' }) }}`;
  const year = day.getFullYear() === today.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return t`since ${{ day: day.toLocaleDateString(dateLocale, { day: 'numeric', month: 'long', ...year }) }}`;
}

const midnight = (day: Date): number =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();

/** Formats the summary: “14 changes by 3 people since Tuesday”. Up to two people are named. */
export function tellingOf(count: number, names: readonly string[], when: string): string {
  const changes = plural(count, { one: '# change', other: '# changes' });
  const people =
    names.length <= 2
      ? listOf(names)
      : plural({ count: names.length }, { one: '# person', other: '# people' });
  return t`${changes} by ${people} ${when}`;
}
