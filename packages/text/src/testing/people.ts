import type { Node } from '@tiptap/pm/model';
import { Mapping, StepMap } from '@tiptap/pm/transform';
import * as Y from 'yjs';
import type { Verdict } from '../deciding.ts';
import type { IdRange } from '../ids.ts';
import { Replica } from '../replica.ts';
import { suggestionNames } from '../rendering.ts';
import type { Ink } from '../scribe.ts';
import { nameOf, written, type Act } from './acts.ts';
import { Editor } from './editor.ts';
import { isTracked, Ledger, suggestedLetters } from './ledger.ts';
import { testGrammar } from './schema.ts';
import {
  acceptedLetters,
  checkChanged,
  lettersOf,
  signOf,
  storedLetters,
  type StoredLetters,
  withoutEmptyRows,
  withSuggestedMarks,
} from './sight.ts';

/** Index of the user who may only suggest. The others edit, suggest and decide. */
export const reviewer = 2;

/** Suggestions to decide. `from` and `to` are positions in thousandths of the text. */
export type Choice = {
  readonly verdict: Verdict;
  readonly by: 'one' | 'person' | 'all' | 'selection';
  readonly which: number;
  readonly from: number;
  readonly to: number;
};

/** A decision for a replica; `letters`: the characters of its units, if it is partial. */
type Meant = {
  readonly ids: readonly string[];
  readonly units?: readonly IdRange[];
  readonly letters: ReadonlySet<string> | null;
};

/** A user with a replica, and the updates of others in transit to it. */
class Person {
  readonly who: number;
  readonly editor: Editor;
  readonly ledger: Ledger;
  /** Separate updates of others that have not arrived, in sending order. */
  waiting: Uint8Array[] = [];
  #stored: StoredLetters | null = null;

  constructor(who: number, editor: Editor, ledger: Ledger) {
    this.who = who;
    this.editor = editor;
    this.ledger = ledger;
    editor.replica.doc.on('update', () => {
      this.#stored = null;
    });
  }

  /** The characters stored in this replica. */
  get stored(): StoredLetters {
    this.#stored ??= storedLetters(this.editor.replica.roots.text);
    return this.#stored;
  }

  /** The stored document without suggestions. */
  get original(): Node {
    return this.editor.replica.view('original');
  }

  /** Checks the invariants of each state, and records the effect on the characters. */
  settle(before: { doc: Node; stored: StoredLetters }): void {
    const { editor, stored } = this;
    holds(lettersOf(editor.state.doc) === stored.text, 'each letter is shown once, in order');
    holds(editor.state.doc.eq(editor.replica.rendering.doc), 'the editor shows what is stored');
    checkChanged(before.doc, editor.state.doc);
    this.ledger.book(this.who, before.stored, stored);
  }

  /** Runs the expensive checks. */
  verify(): void {
    holds(this.editor.isWhole(), 'reading what changed is reading all');
    this.editor.state.doc.check();
  }

  /** Returns the present state, for {@link settle}. */
  now(): { doc: Node; stored: StoredLetters } {
    return { doc: this.editor.state.doc, stored: this.stored };
  }
}

function fail(message: string): never {
  throw new Error(message);
}

function holds(condition: boolean, message: string): void {
  if (!condition) fail(message);
}

/** Checks that two documents differ only in suggestions. Reports the first difference. */
function alike(found: Node, wanted: Node, message: string): void {
  const [one, other] = [signOf(found), signOf(wanted)];
  if (one === other) return;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const part = (text: string): string => text.slice(Math.max(0, at - 160), at + 260);
  fail(`${message}: …${part(one)}… instead of …${part(other)}…`);
}

function none(faults: readonly string[], message: string): void {
  if (faults.length > 0) fail(`${message}: ${faults.slice(0, 5).join('; ')}`);
}

/** Updates that arrive, as indices modulo their number. `isKept`: they arrive again later. */
export type Arrival = { readonly which: readonly number[]; readonly isKept: boolean };

/** Three users of one document. Updates arrive in any order; each act is checked. */
export class People {
  readonly ledger = new Ledger();
  readonly people: readonly Person[];
  readonly #done: (name: string) => void;
  #suggestions = 0;
  /** The last user who undid something, and may redo it. */
  #undoer: number | null = null;

  /**
   * @param doc its characters are replaced, so that each occurs once
   * @param done called with the name of each performed act
   */
  constructor(doc: Node, done: (name: string) => void) {
    this.#done = done;
    const first = new Replica(new Y.Doc(), testGrammar, 1000);
    const after = written(doc, this.ledger.write);
    first.write(
      { after, mapping: new Mapping([new StepMap([0, 2, doc.content.size])]) },
      { kind: 'edit' },
    );
    const update = Y.encodeStateAsUpdate(first.doc);
    this.people = [0, 1, 2].map((who) => {
      const copy = new Y.Doc();
      Y.applyUpdate(copy, update);
      return new Person(
        who,
        new Editor(new Replica(copy, testGrammar, 2000 + 2 * who)),
        this.ledger,
      );
    });
    holds(signOf(this.#person(0).editor.state.doc) === signOf(after), 'what is stored is shown');
    this.ledger.begin(lettersOf(after));
    for (const { who, editor } of this.people)
      editor.replica.doc.on(
        'update',
        (message: Uint8Array, _origin: unknown, _doc: Y.Doc, { local }: Y.Transaction) => {
          if (local)
            for (const other of this.people) if (other.who !== who) other.waiting.push(message);
        },
      );
  }

  /** Performs an act of a user in the editor. */
  act(who: number, act: Act, isSuggested: boolean, isChecked: boolean): void {
    const person = this.#person(who);
    const { editor, ledger } = person;
    const before = person.now();
    const ink = this.#ink(who, isSuggested);
    const original = isChecked && isSuggested ? person.original : null;
    const isMoved = isRewriting(act);
    const own = isSuggested ? suggestedLetters(before.doc) : null;
    const tr = editor.do(act, ink, ledger.write);
    if (tr === null) return;
    this.#did(who, `${nameOf(act)}${isSuggested ? ' as a suggestion' : ''}`);
    person.settle(before);
    const wanted = withoutEmptyRows(isMoved ? withSuggestedMarks(tr.doc) : tr.doc);
    if (!isSuggested) alike(editor.state.doc, wanted, 'the document shows what was done');
    if (!isSuggested && !isMoved) expectSameUnits(before.stored, person.stored);
    if (own !== null) {
      const letters = new Set(lettersOf(tr.doc));
      const now = new Set(person.stored.text);
      for (const letter of before.stored.text) {
        const isOwn = own.get(letter)?.authors.includes(String(who)) === true;
        const isGone = !letters.has(letter) && isOwn;
        if (
          isTracked(letter) &&
          now.has(letter) === isGone &&
          !isTwice(before.stored.text, before.stored.text.indexOf(letter))
        )
          fail(`${letter}: a suggestion takes its own letters alone, and all of them`);
      }
    }
    if (!isChecked) return;
    person.verify();
    if (original !== null)
      holds(person.original.eq(original), 'a suggestion leaves the text as it is');
    // These may restore a character suggested for deletion; it is the same unit.
    if (!isMoved)
      holds(
        lettersOf(editor.replica.view('accepted')) === acceptedLetters(tr),
        'accepting gives what the author saw',
      );
  }

  #did(who: number, name: string): void {
    this.#done(name);
    if (this.#undoer === who && name !== 'redo') this.#undoer = null;
    if (name === 'undo') this.#undoer = who;
  }

  /**
   * Undoes a user's last step, or redoes the last undone one. A reviewer only undoes suggestions.
   */
  undo(given: number, kind: 'undo' | 'redo', isChecked: boolean): void {
    const who = kind === 'redo' ? (this.#undoer ?? given) : given;
    const person = this.#person(who);
    const isSuggested = who === reviewer;
    const before = person.now();
    const original = isChecked && isSuggested ? person.original : null;
    if (!person.editor.undo(kind, this.#ink(who, isSuggested))) return;
    this.#did(who, kind);
    person.settle(before);
    if (!isChecked) return;
    person.verify();
    if (original !== null) holds(person.original.eq(original), 'a suggestion is taken back');
  }

  /** Lets a user decide about some of the existing suggestions. */
  decide(who: number, choice: Choice, isChecked: boolean): void {
    this.#carryOut(
      who,
      choice.verdict,
      meant(this.#person(who), choice),
      `${choice.verdict} ${choice.by}`,
      isChecked,
    );
  }

  /** Lets two users decide concurrently about the same suggestions; `isAlike`: equal verdicts. */
  duel(choice: Choice, isAlike: boolean, isChecked: boolean): void {
    const [one, other] = [this.#person(0), this.#person(1)];
    const chosen = meant(one, choice);
    const known = other.editor.replica.reading.records.abouts;
    const both = { ...chosen, ids: chosen.ids.filter((id) => known.has(id)) };
    if (both.ids.length === 0) return;
    const opposite = choice.verdict === 'accept' ? 'reject' : 'accept';
    this.#carryOut(one.who, choice.verdict, both, '', isChecked);
    this.#carryOut(
      other.who,
      isAlike ? choice.verdict : opposite,
      both,
      `both ${isAlike ? 'alike' : 'differently'}`,
      isChecked,
    );
  }

  #carryOut(
    who: number,
    verdict: Verdict,
    { ids, units, letters }: Meant,
    name: string,
    isChecked: boolean,
  ): void {
    const person = this.#person(who);
    const { editor } = person;
    if (ids.length === 0) return;
    const before = person.now();
    const [original, accepted] = isChecked
      ? [person.original, editor.replica.view('accepted')]
      : [null, null];
    const suggested = suggestedLetters(before.doc);
    editor.decide({ verdict, ids, ...(units !== undefined && { units }) });
    if (name !== '') this.#did(who, name);
    person.settle(before);
    const chosen = new Set(ids);
    const now = new Set(person.stored.ids);
    before.stored.ids.forEach((unit, i) => {
      const about = suggested.get(before.stored.text[i] ?? '');
      if (!isTracked(before.stored.text[i] ?? '')) return;
      const isMeant = letters === null || letters.has(unit);
      const isGone =
        isMeant &&
        (verdict === 'accept' ? about?.deletion : about?.insertion)?.some((id) =>
          chosen.has(id),
        ) === true;
      // A moved character occurs twice.
      if (now.has(unit) === isGone && !isTwice(before.stored.text, i))
        fail(`${unit}: ${verdict} takes what it says`);
    });
    if (original === null || accepted === null) return;
    person.verify();
    if (verdict === 'reject')
      holds(person.original.eq(original), 'rejecting changes nothing of the text');
    else holds(editor.replica.view('accepted').eq(accepted), 'accepting makes what is suggested');
  }

  /** Delivers updates. Those that depend on missing ones wait in the document. */
  deliver(to: number, { which, isKept }: Arrival): void {
    const { waiting, editor } = this.#person(to);
    const before = editor.state.doc;
    const arriving: Uint8Array[] = [];
    for (const number of which) {
      if (waiting.length === 0) break;
      const at = number % waiting.length;
      arriving.push(waiting[at] as Uint8Array);
      if (!isKept) waiting.splice(at, 1);
    }
    if (arriving.length === 0) return;
    editor.take(arriving);
    this.#done(isKept ? 'arrival of what comes again' : 'arrival');
    checkChanged(before, editor.state.doc);
  }

  /** Delivers all updates, in the given order, and checks the final invariants. */
  finish(order: readonly number[]): void {
    for (const person of this.people) {
      const { waiting, editor } = person;
      const arriving: Uint8Array[] = [];
      for (let i = 0; waiting.length > 0; i += 1)
        arriving.push(...waiting.splice((order[i % order.length] ?? 0) % waiting.length, 1));
      editor.take(arriving);
    }
    // Yjs 13.6 may leave updates waiting for each other; the sync on reconnecting resolves that.
    for (const one of this.people)
      for (const other of this.people) if (one !== other) one.editor.hear(other.editor);
    const [first, ...others] = this.people;
    for (const person of this.people) {
      person.verify();
      holds(
        lettersOf(person.editor.state.doc) === person.stored.text,
        'each letter is shown once, in order',
      );
    }
    for (const other of others) {
      holds(other.editor.state.doc.eq(first!.editor.state.doc), 'replicas are equal');
      holds(other.stored.ids.join() === first!.stored.ids.join(), 'units are equal');
    }
    none(this.ledger.faults(first!.stored.text), 'each letter that nobody took is there once');
    for (const verdict of ['reject', 'accept'] as const)
      expectAllDecided(first!.editor.replica, verdict);
  }

  #person(who: number): Person {
    return this.people[who] as Person;
  }

  #ink(who: number, isSuggested: boolean): Ink {
    this.#suggestions += 1;
    return isSuggested
      ? { kind: 'suggestion', id: `${who}.${this.#suggestions}`, by: String(who), at: 1 }
      : { kind: 'edit' };
  }
}

/** True for acts that write characters anew, or match ones suggested for deletion. */
const isRewriting = (act: Act): boolean =>
  act.kind === 'drag' ||
  ['code', 'paragraph', 'heading', 'mergeCells', 'deleteRow'].includes(nameOf(act));

const isTwice = (text: string, at: number): boolean =>
  text.indexOf(text[at] ?? '') !== text.lastIndexOf(text[at] ?? '');

/** Checks that characters before and after an act have the same units. */
function expectSameUnits(before: StoredLetters, after: StoredLetters): void {
  const old = new Map(before.ids.map((id, i) => [before.text[i], id]));
  after.ids.forEach((id, i) => {
    const letter = after.text[i] ?? '';
    if (
      isTracked(letter) &&
      old.has(letter) &&
      old.get(letter) !== id &&
      !isTwice(before.text, before.text.indexOf(letter))
    )
      fail(`${letter} was written anew`);
  });
}

/** The suggestions and units of a choice. A reviewer only decides about own suggestions. */
function meant({ who, editor }: Person, { by, which, from, to }: Choice): Meant {
  const { records, blocks } = editor.replica.reading;
  const all = [...records.abouts].filter(
    ([, about]) => who !== reviewer || about.by === String(who),
  );
  const author = who === reviewer ? who : which % 3;
  if (by === 'person')
    return {
      ids: all.filter(([, about]) => about.by === String(author)).map(([id]) => id),
      letters: null,
    };
  if (by === 'one')
    return {
      ids: all
        .slice(which % Math.max(1, all.length))
        .slice(0, 1)
        .map(([id]) => id),
      letters: null,
    };
  const ids = all.map(([id]) => id);
  if (by === 'all') return { ids, letters: null };
  const units = blocks.flatMap(({ marker, pieces }): IdRange[] => [
    ...(marker === null ? [] : [[marker.client, marker.clock, 1] as const]),
    ...pieces.map(({ client, clock, length }) => [client, clock, length] as const),
  ]);
  const single = units.flatMap(([client, clock, length]) =>
    Array.from({ length }, (_, i): IdRange => [client, clock + i, 1]),
  );
  const [first, last] = [Math.min(from, to), Math.max(from, to)].map((place) =>
    Math.floor((place / 1000) * single.length),
  );
  const stretch = single.slice(first, last);
  return {
    ids,
    units: stretch,
    letters: new Set(stretch.map(([client, clock]) => `${client}:${clock}`)),
  };
}

/** Decides all suggestions: the text equals that view, and no suggestions remain. */
function expectAllDecided(replica: Replica, verdict: Verdict): void {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(replica.doc));
  const decided = new Replica(copy, testGrammar, 4000);
  const view = verdict === 'reject' ? 'original' : 'accepted';
  const wanted = decided.view(view);
  const open = shownIds(decided.rendering.doc);
  decided.decide({
    verdict,
    ids: [...new Set([...open, ...decided.reading.records.abouts.keys()])],
  });
  const { doc } = decided.rendering;
  holds(doc.eq(wanted), `${verdict} all gives exactly what is ${view}`);
  for (const other of ['original', 'accepted'] as const)
    holds(decided.view(other).eq(doc), `nothing is left but ${other}`);
  none(leftovers(decided), `nothing is left after ${verdict} all`);
}

/** Returns the ids of the suggestions that a document shows. */
function shownIds(doc: Node): string[] {
  const shown: string[] = [];
  doc.descendants((node) => {
    for (const { type, attrs } of node.marks)
      if (suggestionNames.has(type.name)) shown.push(String(attrs['id']));
    for (const name of suggestionNames)
      if (typeof node.attrs[name] === 'string')
        shown.push(...(JSON.parse(node.attrs[name]) as { id: string }[]).map(({ id }) => id));
  });
  return shown;
}

/**
 * Returns what remains of suggestions: marks, attributes, units, and entries about existing units.
 */
function leftovers({ rendering: { doc }, roots }: Replica): string[] {
  const found: string[] = [];
  doc.descendants((node) => {
    for (const name of suggestionNames)
      if ((node.attrs[name] ?? null) !== null || node.marks.some(({ type }) => type.name === name))
        found.push(`${name} of ${node.toString()}`);
  });
  const units = new Set<string>();
  for (const item of Y.getTypeChildren(roots.text))
    for (let i = 0; !item.deleted && item.countable && i < item.length; i += 1)
      units.add(`${item.id.client}:${item.id.clock + i}`);
  const accepted = new Set<string>();
  for (const entry of roots.suggestions.toArray() as {
    kind: string;
    units?: IdRange[];
    of?: string;
  }[]) {
    const named = (entry.units ?? []).flatMap(([client, clock, size]) =>
      Array.from({ length: size }, (_, i) => `${client}:${clock + i}`),
    );
    if (entry.kind === 'accepted') for (const unit of named) accepted.add(unit);
    else if (named.some((unit) => units.has(unit)) || entry.of !== undefined)
      found.push(JSON.stringify(entry));
  }
  for (const unit of units)
    if (Number(unit.split(':')[0]) % 2 === 1 && !accepted.has(unit)) found.push(`unit ${unit}`);
  return found;
}
