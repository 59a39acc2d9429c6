import * as Y from 'yjs';
import {
  newDoc,
  openOwnClient,
  signUp,
  startProduct,
  textName,
  until,
  type Person,
  type Product,
} from '@longhand/driver';
import type { Link } from '@longhand/sync/client';
import {
  emptyIndex,
  validateUpdate,
  validateRight,
  addToIndex,
  Suggestions,
} from '@longhand/sync/server';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';
import { percentile } from '../measure/statistics.ts';
import { generateDocument } from '../prepare/generated-document.ts';
import type { Bench } from './bench.ts';

/** Goal for checking a reviewer's change (ms, p95). */
const goal = 1;
const wordsInBlock = 100;
const wordsPerSuggestion = 200;

type Page = { readonly doc: Y.Doc; readonly link: Link };

/**
 * Measures the cost of checking a reviewer's changes: the check itself, and the delay for
 * concurrent writers.
 */
export async function runReview(bench: Bench): Promise<void> {
  const sizes = bench.isQuick ? [1_000] : [10_000, 100_000];
  const letters = bench.isQuick ? 20 : 200;
  for (const words of sizes) {
    for (let round = 0; round < bench.rounds; round += 1) {
      bench.say(`review: ${words.toLocaleString('en')} words, round ${round + 1}`);
      measureChecks(bench, words, letters);
      await measureDelays(bench, words, letters);
    }
  }
}

const sizeOf = (words: number): string => `${words.toLocaleString('en')} words`;

function add(
  bench: Bench,
  words: number,
  what: string,
  times: readonly number[],
  isJudged = false,
): void {
  for (const p of [50, 95]) {
    const measure = { workload: 'review', size: sizeOf(words), what: `${what}, p${p}`, unit: 'ms' };
    const judged = isJudged && p === 95 ? { of: 'value' as const, atMost: goal } : null;
    bench.figures.add({ ...measure, goal: judged }, 'longhand', percentile(times, p / 100));
  }
}

/**
 * Checks each of a reviewer's characters as a room does: from the bytes, the struct index and the
 * list of suggestions.
 */
function measureChecks(bench: Bench, words: number, letters: number): void {
  const doc = createText(words, 'ada');
  const [structIndex, suggestions] = [emptyIndex(), new Suggestions()];
  const take = (validation: ReturnType<typeof validateUpdate>): void => {
    if (validation.kind !== 'new') throw new Error('an update was not new');
    addToIndex(structIndex, validation.additions);
    suggestions.add(validation.entries, validation.additions.deletes);
  };
  take(validateUpdate(Y.encodeStateAsUpdate(doc), structIndex));
  const own = doc.clientID + 1;
  const sender = {
    person: 'ben',
    right: 'suggest' as const,
    ownerOf: (client: number) => (client === own ? 'ben' : null),
  };
  const times: number[] = [];
  for (let i = 0; i < letters; i += 1) {
    const update = suggestLetter(doc, 'ben', i);
    const began = performance.now();
    const validation = validateUpdate(update, structIndex);
    if (
      validation.kind !== 'new' ||
      validateRight(validation, structIndex, suggestions, sender).kind !== 'allowed'
    )
      throw new Error('a suggestion was not allowed');
    times.push(performance.now() - began);
    take(validation);
  }
  doc.destroy();
  add(bench, words, 'one check', times, true);
}

async function measureDelays(bench: Bench, words: number, letters: number): Promise<void> {
  const product = await startProduct();
  try {
    const [ada, ben] = [await signUp(product.url, 'ada'), await signUp(product.url, 'ben')];
    const { id: projectId } = await ada.call('createProject', { body: { name: 'Review' } });
    const body = { usernameOrEmail: 'ben', role: 'reviewer' as const };
    await ada.call('addProjectCollaborator', { params: { id: projectId }, body });
    const { id } = await ada.call('createProjectDocument', {
      params: { id: projectId },
      body: { title: 'Long' },
    });
    const writer = await openPage(product, ada, id);
    Y.applyUpdate(writer.doc, Y.encodeStateAsUpdate(createText(words, ada.user.id)), 'prepared');
    await until('the text is stored', () => isSaved(writer), 60_000);
    const reviewer = await openPage(product, ben, id);
    const typeAsWriter = (i: number): void => typeLetter(writer.doc, i);
    const typeAsReviewer = (i: number): void => void suggestLetter(reviewer.doc, ben.user.id, i);
    await timesUntilSaved(reviewer, typeAsReviewer, 1);
    add(
      bench,
      words,
      'editor alone, until saved',
      await timesUntilSaved(writer, typeAsWriter, letters),
    );
    add(
      bench,
      words,
      'reviewer alone, until saved',
      await timesUntilSaved(reviewer, typeAsReviewer, letters),
    );
    const [beside, reviewed] = await Promise.all([
      timesUntilSaved(writer, typeAsWriter, letters),
      timesUntilSaved(reviewer, typeAsReviewer, letters),
    ]);
    add(bench, words, 'editor beside a reviewer, until saved', beside);
    add(bench, words, 'reviewer beside an editor, until saved', reviewed);
    writer.doc.destroy();
    reviewer.doc.destroy();
  } finally {
    await product.close();
  }
}

async function openPage(product: Product, person: Person, documentId: string): Promise<Page> {
  const page = openOwnClient({
    url: product.url,
    person,
    documentId,
    outbox: createMemoryOutbox(),
  });
  await until('the page is open', () => page.link.state.synced, 60_000);
  return page;
}

const isSaved = ({ link }: Page): boolean =>
  link.state.saved.kind === 'saved' && link.pendingUpdates().length === 0;

/** Types characters one by one. Returns the time until each was on the server's disk (ms). */
async function timesUntilSaved(
  page: Page,
  type: (i: number) => void,
  letters: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < letters; i += 1) {
    const began = performance.now();
    type(i);
    while (!isSaved(page)) await new Promise((resolve) => setImmediate(resolve));
    times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return times;
}

/** Creates a text with one suggestion of `author` per 200 words: 500 in 100,000 words. */
function createText(words: number, author: string): Y.Doc {
  const doc = newDoc();
  const blocks = Math.ceil(words / wordsInBlock);
  const suggestions = words / wordsPerSuggestion;
  const size = { name: sizeOf(words), blocks, words, suggestions, comments: 0 };
  Y.applyUpdate(doc, generateDocument(size, author));
  return doc;
}

/** Returns a position in the text; it varies with `i`. */
function positionIn(doc: Y.Doc, i: number): number {
  const { length } = doc.getText(textName);
  return Math.floor((length * ((i * 7) % 100)) / 100);
}

function typeLetter(doc: Y.Doc, i: number): void {
  const at = positionIn(doc, i);
  doc.getText(textName).applyDelta([...(at > 0 ? [{ retain: at }] : []), { insert: 'x' }]);
}

/** Suggests one character. Returns the update. */
function suggestLetter(doc: Y.Doc, author: string, i: number): Uint8Array {
  const before = Y.encodeStateVector(doc);
  const edits = doc.clientID;
  doc.clientID = edits + 1;
  const id = `typed-${i % 20}`;
  const clock = Y.getState(doc.store, doc.clientID);
  doc.transact(() => {
    const records = i < 20 ? [{ kind: 'about', id, by: author, at: 1 }] : [];
    doc
      .getArray('suggestions')
      .push([
        ...records,
        { kind: 'insert', id, client: doc.clientID, clock: clock + records.length + 1 },
      ]);
    typeLetter(doc, i);
  });
  doc.clientID = edits;
  return Y.encodeStateAsUpdate(doc, before);
}
