import type { Declaration } from '@longhand/sync/protocol';
import {
  checkDecision,
  emptyIndex,
  validateUpdate,
  validateRight,
  addToIndex,
  Suggestions,
} from '@longhand/sync/server';
import { Replica } from '@longhand/text';
import { anyAct, type Act } from '@longhand/text/testing/acts';
import { anyDocument } from '@longhand/text/testing/documents';
import { Editor } from '@longhand/text/testing/editor';
import { testGrammar } from '@longhand/text/testing/schema';
import type { Node } from '@tiptap/pm/model';
import { Mapping, StepMap } from '@tiptap/pm/transform';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';

const names = ['eve', 'tom', 'ann', 'rob'] as const;
type Name = (typeof names)[number];
const isReviewer = (name: Name): boolean => name === 'ann' || name === 'rob';

/** An update that waits to be sent, and the decision that it carries out. */
type Waiting = { readonly update: Uint8Array; readonly declaration: Declaration | null };

/** A server with the struct index that a room has of its document. */
class Server {
  readonly editor = new Editor(new Replica(new Y.Doc(), testGrammar, 2));
  readonly structIndex = emptyIndex();
  readonly suggestions = new Suggestions();
  readonly owners = new Map<number, Name>();
  decided = 0;

  /**
   * Validates an update as a room does. Returns the reason of the refusal, or null if it is
   * accepted.
   */
  receive({ update, declaration }: Waiting, person: Name): string | null {
    const validation = validateUpdate(update, this.structIndex);
    if (validation.kind === 'known') return null;
    if (validation.kind !== 'new') return JSON.stringify(validation);
    const sender = {
      person,
      right: isReviewer(person) ? 'suggest' : 'edit',
      ownerOf: (client: number) => this.owners.get(client - (client % 2)) ?? null,
    } as const;
    const right = validateRight(validation, this.structIndex, this.suggestions, sender);
    if (right.kind === 'refused') return right.detail;
    const allowed = {
      ...validation,
      bytes: right.bytes,
      additions: { ...validation.additions, deletes: right.deletes },
    };
    if (declaration !== null) {
      const checked = checkDecision(
        declaration,
        allowed,
        this.structIndex,
        this.suggestions,
        sender,
      );
      if (checked.kind === 'false') return `${checked.detail} ${JSON.stringify(declaration)}`;
      this.decided += checked.suggestions.length;
    }
    addToIndex(this.structIndex, allowed.additions);
    this.suggestions.add(validation.entries, right.deletes);
    Y.applyUpdate(this.editor.replica.doc, right.bytes);
    return null;
  }
}

let clients = 10;

/** A page of a user. Its updates wait until they are sent. */
class Page {
  readonly name: Name;
  readonly editor: Editor;
  waiting: Waiting[] = [];
  #declaration: Declaration | null = null;

  constructor(name: Name, server: Server) {
    this.name = name;
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(server.editor.replica.doc));
    clients += 2;
    server.owners.set(clients, name);
    this.editor = new Editor(new Replica(doc, testGrammar, clients));
    doc.on(
      'update',
      (update: Uint8Array, _origin: unknown, _doc: Y.Doc, transaction: Y.Transaction) => {
        if (transaction.local) this.waiting.push({ update, declaration: this.#declaration });
      },
    );
  }

  /** Decides, and declares the decision with all changes that it causes. */
  decide(declaration: Declaration): void {
    const before = this.waiting;
    this.waiting = [];
    this.#declaration = declaration;
    this.editor.decide(declaration);
    this.#declaration = null;
    const updates = this.waiting.map(({ update }) => update);
    this.waiting =
      updates.length === 0 ? before : [...before, { update: Y.mergeUpdates(updates), declaration }];
  }

  /**
   * Returns the ids of the suggestions of a user that are shown; those of all users if `person` is
   * null.
   */
  suggestionsOf(person: Name | null): string[] {
    const { abouts } = this.editor.replica.reading.records;
    return [...abouts].filter(([, { by }]) => person === null || by === person).map(([id]) => id);
  }
}

type Turn = {
  readonly who: number;
  readonly act: Act;
  readonly suggests: boolean;
  readonly next: 'send' | 'hear' | 'both' | 'nothing';
  readonly what: 'act' | 'accept' | 'reject' | 'undo' | 'redo';
  /** Selects the suggestions to decide: one (`which`), or all that are shown. */
  readonly which: number;
  readonly isAll: boolean;
};

const turn: fc.Arbitrary<Turn> = fc.record({
  who: fc.nat(3),
  act: anyAct,
  suggests: fc.boolean(),
  next: fc.constantFrom('send' as const, 'hear' as const, 'both' as const, 'nothing' as const),
  what: fc.constantFrom(
    ...(['act', 'act', 'act', 'act', 'act', 'accept', 'reject', 'undo', 'redo'] as const),
  ),
  which: fc.nat(50),
  isAll: fc.boolean(),
});

let counter = 0;

function take(page: Page, { act, suggests, what, which, isAll }: Turn): void {
  const { name, editor } = page;
  const isSuggested = suggests || isReviewer(name);
  counter += 1;
  const ink = isSuggested
    ? ({ kind: 'suggestion', id: `${name}${counter}`, by: name, at: 1 } as const)
    : ({ kind: 'edit' } as const);
  if (what === 'act') editor.do(act, ink);
  else if (what === 'undo' || what === 'redo') editor.undo(what, ink);
  else {
    const all = page.suggestionsOf(isReviewer(name) ? name : null);
    const one = all[which % Math.max(1, all.length)];
    if (one !== undefined)
      page.decide({ verdict: isReviewer(name) ? 'reject' : what, ids: isAll ? all : [one] });
  }
}

/**
 * The only legitimate refusals of an honest reviewer: changes to a suggestion that was accepted
 * concurrently.
 */
const races = new Set(['a deletion of accepted text', 'an entry of another suggestion']);

test('accepts the updates of honest users, including concurrent decisions', () => {
  const count = { sent: 0, refused: 0, decided: 0 };
  fc.assert(
    fc.property(
      anyDocument,
      fc.array(turn, { minLength: 4, maxLength: 40, size: 'max' }),
      (given: Node, turns) => {
        counter = 0;
        const server = new Server();
        server.owners.set(4, 'eve');
        const first = new Replica(new Y.Doc(), testGrammar, 4);
        first.write(
          { after: given, mapping: new Mapping([new StepMap([0, 2, given.content.size])]) },
          { kind: 'edit' },
        );
        expect(
          server.receive({ update: Y.encodeStateAsUpdate(first.doc), declaration: null }, 'eve'),
        ).toBeNull();
        const pages = names.map((name) => new Page(name, server));
        const send = (i: number): void => {
          const page = pages[i] as Page;
          const { waiting } = page;
          page.waiting = [];
          for (const each of waiting) {
            count.sent += 1;
            const detail = server.receive(each, page.name);
            if (detail === null) continue;
            count.refused += 1;
            expect(
              isReviewer(page.name) && races.has(detail),
              `${page.name} is refused: ${detail}`,
            ).toBe(true);
            // The refused text is stored as a copy, and the document is reopened.
            pages[i] = new Page(page.name, server);
            return;
          }
        };
        for (const each of turns) {
          take(pages[each.who] as Page, each);
          if (each.next === 'send' || each.next === 'both') send(each.who);
          if (each.next === 'hear' || each.next === 'both')
            (pages[each.who] as Page).editor.hear(server.editor);
        }
        for (let round = 0; round < 3; round += 1)
          for (let i = 0; i < pages.length; i += 1) {
            send(i);
            (pages[i] as Page).editor.hear(server.editor);
          }
        count.decided += server.decided;
      },
    ),
    { numRuns: Math.ceil(200 * Number(process.env['CASES'] ?? 1)) },
  );
  expect(count.sent).toBeGreaterThan(1_000);
  expect(count.decided).toBeGreaterThan(100);
  expect(count.refused).toBeLessThan(count.sent / 20);
});
