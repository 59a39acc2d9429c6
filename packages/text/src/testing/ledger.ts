import type { Node } from '@tiptap/pm/model';

/** Number of times that acts of one user added a character again, and removed it. */
type Account = { came: number; went: number };

/**
 * Records all characters that the users write, independently of the product's code. Each character
 * is written once in a run; the ledger records which user removed or restored it.
 */
export class Ledger {
  readonly #born = new Set<string>();
  readonly #accounts = new Map<string, Map<number, Account>>();
  #next = 0x3400;

  /**
   * Creates new characters for the given ones. Characters outside words, such as spaces, are
   * unchanged.
   */
  readonly write = (text: string): string => {
    let made = '';
    for (const letter of text)
      made += /\w/.test(letter) ? String.fromCharCode(this.#next++) : letter;
    if (this.#next > 0x9fff) throw new Error('a run writes too many letters');
    return made;
  };

  /**
   * Records the effect of an act on the characters that a user sees. `ids`: the unit of each
   * character; a character with another unit counts as removed and added.
   */
  record(who: number, before: Letters, after: Letters): void {
    let first = 0;
    const [count, countAfter] = [before.ids.length, after.ids.length];
    while (first < count && first < countAfter && before.ids[first] === after.ids[first])
      first += 1;
    let last = 0;
    while (
      last < Math.min(count, countAfter) - first &&
      before.ids[count - 1 - last] === after.ids[countAfter - 1 - last]
    )
      last += 1;
    const [old, now] = [idsOf(before, first, count - last), idsOf(after, first, countAfter - last)];
    for (const [letter, ids] of now) {
      if (this.#born.has(letter)) this.#count(letter, who, 'came', missing(ids, old.get(letter)));
      else this.#bear(letter, ids.length);
    }
    for (const [letter, ids] of old)
      this.#count(letter, who, 'went', missing(ids, now.get(letter)));
  }

  /** Records the characters of an unchanged document. */
  begin(letters: string): void {
    for (const letter of letters) if (isTracked(letter)) this.#bear(letter, 1);
  }

  #bear(letter: string, count: number): void {
    if (letter.charCodeAt(0) >= this.#next || count !== 1)
      throw new Error(`${letter} was never written, or twice`);
    this.#born.add(letter);
  }

  #count(letter: string, who: number, what: 'came' | 'went', count: number): void {
    if (count === 0) return;
    const accounts = this.#accounts.get(letter) ?? new Map<number, Account>();
    const account = accounts.get(who) ?? { came: 0, went: 0 };
    account[what] += count;
    this.#accounts.set(letter, accounts.set(who, account));
  }

  /**
   * True if a user may undo a change of a character: they removed or restored it before, or wrote
   * it.
   */
  isTouchedBy(letter: string, who: number): boolean {
    return this.#accounts.get(letter)?.has(who) === true;
  }

  /** Returns the faults in the characters of a document after all updates have arrived. */
  faults(text: string): string[] {
    const counts = new Map<string, number>();
    for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    const faults: string[] = [];
    for (const letter of counts.keys())
      if (isTracked(letter) && !this.#born.has(letter)) faults.push(`${letter}: nobody wrote it`);
    for (const letter of this.#born) {
      const [count, { least, most }] = [counts.get(letter) ?? 0, this.#expected(letter)];
      if (count < least || count > most)
        faults.push(`${letter} is there ${count} times, of ${least} to ${most}`);
    }
    return faults;
  }

  /**
   * Returns the expected number of occurrences of a character. It is exactly one if no user touched
   * it, and zero if it was only removed. If only one user touched it, the number is the one that
   * user left. Several users who restore it concurrently may each have a copy, or remove another's.
   */
  #expected(letter: string): { least: number; most: number } {
    const accounts = [...(this.#accounts.get(letter)?.values() ?? [])];
    const [came, went] = [sum(accounts, 'came'), sum(accounts, 'went')];
    if (accounts.length <= 1) return { least: 1 + came - went, most: 1 + came - went };
    return { least: 0, most: Math.max(0, came + (went === 0 ? 1 : 0)) };
  }
}

type Letters = { readonly text: string; readonly ids: readonly string[] };

/** True if a character is one of those that are written once. */
export const isTracked = (letter: string): boolean => letter >= '\u3400' && letter <= '\u9fff';

const sum = (accounts: readonly Account[], name: keyof Account): number =>
  accounts.reduce((total, account) => total + account[name], 0);

/** Returns the units of each character between two indices. */
function idsOf({ text, ids }: Letters, first: number, end: number): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (let i = first; i < end; i += 1) {
    const [letter, id] = [text[i] ?? '', ids[i] ?? ''];
    if (!isTracked(letter)) continue;
    const before = found.get(letter);
    if (before === undefined) found.set(letter, [id]);
    else before.push(id);
  }
  return found;
}

const missing = (ids: readonly string[], others: readonly string[] = []): number =>
  ids.reduce((count, id) => (others.includes(id) ? count : count + 1), 0);

/**
 * Returns the suggestions that a document shows about each character: those that insert it, and
 * those that delete it.
 */
export function suggestedLetters(
  doc: Node,
): Map<string, { insertion: string[]; deletion: string[]; authors: string[] }> {
  const found = new Map<string, { insertion: string[]; deletion: string[]; authors: string[] }>();
  doc.descendants(({ text, marks }) => {
    if (text === undefined || marks.length === 0) return;
    const of = (name: string): string[] =>
      marks.filter(({ type }) => type.name === name).map(({ attrs }) => String(attrs['id']));
    const [insertion, deletion] = [of('insertion'), of('deletion')];
    if (insertion.length === 0 && deletion.length === 0) return;
    const authors = marks
      .filter(({ type }) => type.name === 'insertion')
      .map(({ attrs }) => String(attrs['author']));
    for (const letter of text) found.set(letter, { insertion, deletion, authors });
  });
  return found;
}
