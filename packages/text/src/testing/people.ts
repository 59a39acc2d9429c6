import type { Node } from '@tiptap/pm/model';
import { Mapping, StepMap } from '@tiptap/pm/transform';
import * as Y from 'yjs';
import type { Verdict } from '../deciding.ts';
import { Replica } from '../replica.ts';
import type { WriteMode } from '../unit-writer.ts';
import { nameOf, written, type Act } from './acts.ts';
import { expectAllDecided } from './all-decided.ts';
import { meant, reviewer, type Choice, type Meant } from './choices.ts';
import { Editor } from './editor.ts';
import { alike, fail, holds, none } from './holds.ts';
import { isTracked, Ledger, suggestedLetters } from './ledger.ts';
import { Person } from './person.ts';
import { testGrammar } from './schema.ts';
import {
  acceptedLetters,
  checkChanged,
  lettersOf,
  signOf,
  type StoredLetters,
  withoutEmptyRows,
  withSuggestedMarks,
} from './sight.ts';

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
    for (const person of this.people)
      person.onSent((message) => {
        for (const other of this.people) if (other !== person) other.waiting.push(message);
      });
  }

  /** Performs an act of a user in the editor. */
  act(who: number, act: Act, isSuggested: boolean, isChecked: boolean): void {
    const person = this.#person(who);
    const { editor, ledger } = person;
    const before = person.now();
    const mode = this.#mode(who, isSuggested);
    const original = isChecked && isSuggested ? person.original : null;
    const isMoved = isRewriting(act);
    const own = isSuggested ? suggestedLetters(before.doc) : null;
    const tr = editor.do(act, mode, ledger.write);
    if (tr === null) return;
    this.#did(who, `${nameOf(act)}${isSuggested ? ' as a suggestion' : ''}`);
    person.settle(before);
    const isElsewhere = isMoved || leavesCode(before.doc, tr.doc);
    const wanted = withoutEmptyRows(isElsewhere ? withSuggestedMarks(tr.doc) : tr.doc);
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
    if (!person.editor.undo(kind, this.#mode(who, isSuggested))) return;
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

  #mode(who: number, isSuggested: boolean): WriteMode {
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

/** True if text leaves code, which hides formats: suggested ones are shown from then on. */
function leavesCode(before: Node, after: Node): boolean {
  const [old, now] = [lettersInCode(before), lettersInCode(after)];
  return [...lettersOf(after)].some(
    (letter) => isTracked(letter) && old.has(letter) && !now.has(letter),
  );
}

function lettersInCode(doc: Node): Set<string> {
  const letters = new Set<string>();
  doc.descendants((node) => {
    if (node.type.spec.code) for (const letter of lettersOf(node)) letters.add(letter);
    return !node.isTextblock;
  });
  return letters;
}

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
