import { t } from '@lingui/core/macro';
import { isolate, palette, type Authors, type Person, type WrittenHow } from '@longhand/contract';
import type { AttributedRun } from '@longhand/document';
import { language } from '../../../language/language.ts';
import { dateLocale } from '../../../ui/dates.ts';

/** Clock ranges that one person wrote within one period, with the person. */
export type Known = {
  readonly person: Person;
  readonly at: string;
  readonly how: WrittenHow;
  readonly ranges: Authors['writings'][number]['ranges'];
};

/** Recorded authorship of a document, up to an entry of its log. */
export type Recorded = { readonly seq: number; readonly known: readonly Known[] };

/**
 * Merges a response into the known authorship; a response from the start of the log replaces it.
 */
export function addTo(
  before: Recorded | undefined,
  { seq, after, people, writings }: Authors,
): Recorded {
  const fresh = writings.flatMap(({ person, at, how, ranges }): Known[] => {
    const who = people[person];
    return who === undefined ? [] : [{ person: who, at, how, ranges }];
  });
  return { seq, known: after === 0 || before === undefined ? fresh : [...before.known, ...fresh] };
}

/**
 * Contiguous text of one author, in ProseMirror positions; `by` is null if the author is unknown.
 */
export type AuthoredRange = {
  readonly from: number;
  readonly to: number;
  /** Time of its first text; the rest followed within a few minutes. */
  readonly by: Pick<Known, 'person' | 'at' | 'how'> | null;
};

/** Maximum time between edits of one passage by one person (ms), the same as on the server. */
const oneGo = 5 * 60_000;

/** Merges adjacent runs with the same author, origin and approximate time. */
export function passagesOf(runs: readonly AttributedRun<Known>[]): AuthoredRange[] {
  const passages: AuthoredRange[] = [];
  for (const { from, to, by } of runs) {
    const last = passages.at(-1);
    if (last?.to === from && isOne(last.by, by)) passages[passages.length - 1] = { ...last, to };
    else passages.push({ from, to, by });
  }
  return passages;
}

function isOne(a: AuthoredRange['by'], b: AuthoredRange['by']): boolean {
  if (a === null || b === null) return a === b;
  const apart = Math.abs(Date.parse(a.at) - Date.parse(b.at));
  return a.person.id === b.person.id && a.how === b.how && apart < oneGo;
}

/** Merges consecutive passages with the same author and origin for the list, regardless of time. */
export function gathered(passages: readonly AuthoredRange[]): AuthoredRange[] {
  const list: AuthoredRange[] = [];
  for (const passage of passages) {
    const last = list.at(-1);
    if (last && last.by?.person.id === passage.by?.person.id && last.by?.how === passage.by?.how)
      list[list.length - 1] = { ...last, to: passage.to };
    else list.push(passage);
  }
  return list;
}

/** A person's share of a text: number of characters, percentage, and the origins of the text. */
export type Share = {
  readonly person: Person | null;
  readonly letters: number;
  readonly percent: number;
  readonly hows: readonly WrittenHow[];
};

/**
 * Computes the shares of a text, largest first, unknown authors last. Percentages are integers with
 * the sum 100.
 */
export function sharesOf(runs: readonly AttributedRun<Known>[]): Share[] {
  const byWriter = new Map<
    string,
    { person: Person | null; letters: number; hows: Set<WrittenHow> }
  >();
  for (const { from, to, isNode, by } of runs) {
    const key = by?.person.id ?? '';
    const share = byWriter.get(key) ?? { person: by?.person ?? null, letters: 0, hows: new Set() };
    share.letters += isNode ? 1 : to - from;
    if (by !== null) share.hows.add(by.how);
    byWriter.set(key, share);
  }
  const shares = [...byWriter.values()].toSorted(
    (a, b) => Number(a.person === null) - Number(b.person === null) || b.letters - a.letters,
  );
  const percents = wholePercents(shares.map(({ letters }) => letters));
  return shares.map(({ person, letters, hows }, i) => ({
    person,
    letters,
    percent: percents[i] ?? 0,
    hows: [...hows],
  }));
}

/** Rounds parts to integer percentages with the sum 100 (largest remainder method). */
export function wholePercents(parts: readonly number[]): number[] {
  const sum = parts.reduce((all, part) => all + part, 0);
  if (sum === 0) return parts.map(() => 0);
  const exact = parts.map((part) => (part * 100) / sum);
  const whole = exact.map(Math.floor);
  const left = 100 - whole.reduce((all, part) => all + part, 0);
  const order = exact
    .map((part, i) => ({ i, cut: part - Math.floor(part) }))
    .toSorted((a, b) => b.cut - a.cut || a.i - b.i);
  for (const { i } of order.slice(0, left)) whole[i] = (whole[i] ?? 0) + 1;
  return whole;
}

/** Returns a description of text that was not typed; null for typed text. */
export function wayOf(how: WrittenHow): string | null {
  switch (how) {
    case 'typed':
      return null;
    case 'import':
      return t`imported`;
    case 'api':
      return t`through the API`;
    case 'copy':
      return t`copied`;
    case 'restore':
      return t`restored`;
  }
}

/**
 * Assigns each person a palette colour. This is their own, as at their caret, unless an earlier
 * person has it. Otherwise it is one that none of these people has.
 */
export function colorsFor(people: readonly Person[]): ReadonlyMap<string, string> {
  const colors = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id, avatarColor } of people) {
    if (colors.has(id) || taken.has(avatarColor)) continue;
    colors.set(id, avatarColor);
    taken.add(avatarColor);
  }
  for (const { id, avatarColor } of people) {
    if (colors.has(id)) continue;
    const color = palette.find(({ light }) => !taken.has(light))?.light ?? avatarColor;
    colors.set(id, color);
    taken.add(color);
  }
  return colors;
}

/** Describes the author, origin and time of a passage in one line. */
export function toldOf(by: AuthoredRange['by']): string {
  if (by === null) return t`Unknown author`;
  const way = wayOf(by.how);
  const when = new Date(by.at).toLocaleString(dateLocale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  // Isolated: the day of a date would otherwise be shown before a name of the other direction.
  const name = isolate(language, by.person.name);
  return [name, way, when].filter((part) => part !== null).join(', ');
}
