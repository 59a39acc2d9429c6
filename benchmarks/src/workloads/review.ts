import * as Y from 'yjs';
import { createMeasure } from '@longhand/document';
import { openOwn, rootName, signUp, startProduct, until, type Person, type Product } from '@longhand/driver';
import type { Link } from '@longhand/sync';
import { createMemoryOutbox } from '@longhand/sync/memory';
import { percentile } from '../measure/statistics.ts';
import type { Bench } from './bench.ts';

/** Milliseconds that the look at a reviewer's change may take, for 95 of 100. Source: features, Reviewer is a right. */
const goal = 30;
const wordsInBlock = 100;

type Page = { readonly doc: Y.Doc; readonly link: Link };

/** What looking at a reviewer's changes costs: the look itself, and what those feel who write at the same time. */
export async function runReview(bench: Bench): Promise<void> {
  const sizes = bench.isQuick ? [1_000] : [10_000, 100_000];
  const letters = bench.isQuick ? 20 : 200;
  for (const words of sizes) {
    for (let round = 0; round < bench.rounds; round += 1) {
      bench.say(`review: ${words.toLocaleString('en')} words, round ${round + 1}`);
      look(bench, words, letters);
      await live(bench, words, letters);
    }
  }
}

const sizeOf = (words: number): string => `${words.toLocaleString('en')} words`;

function add(bench: Bench, words: number, what: string, times: readonly number[], isJudged = false): void {
  for (const p of [50, 95]) {
    const measure = { workload: 'review', size: sizeOf(words), what: `${what}, p${p}`, unit: 'ms' };
    const judged = isJudged && p === 95 ? { of: 'value' as const, atMost: goal } : null;
    bench.figures.add({ ...measure, goal: judged }, 'longhand', percentile(times, p / 100));
  }
}

function look(bench: Bench, words: number, letters: number): void {
  const doc = written(words);
  const measure = createMeasure([Y.encodeStateAsUpdate(doc)]);
  const times: number[] = [];
  for (let i = 0; i < letters; i += 1) {
    const update = suggestLetter(doc, 'ben', i);
    const began = performance.now();
    if (!measure.allows(update, 'ben')) throw new Error('a suggestion was not allowed');
    // The first look reads the whole document; a reviewer waits for it once.
    if (i > 0) times.push(performance.now() - began);
    else add(bench, words, 'the first look', [performance.now() - began]);
  }
  measure.destroy();
  add(bench, words, 'a look', times, true);
}

async function live(bench: Bench, words: number, letters: number): Promise<void> {
  const product = await startProduct();
  try {
    const [ada, ben] = [await signUp(product.url, 'ada'), await signUp(product.url, 'ben')];
    const { id: projectId } = await ada.call('createProject', { body: { name: 'Review' } });
    const body = { usernameOrEmail: 'ben', role: 'reviewer' as const };
    await ada.call('addProjectCollaborator', { params: { id: projectId }, body });
    const { id } = await ada.call('createProjectDocument', { params: { id: projectId }, body: { title: 'Long' } });
    const writer = await openPage(product, ada, id);
    Y.applyUpdate(writer.doc, Y.encodeStateAsUpdate(written(words)), 'prepared');
    await until('the text is stored', () => isSaved(writer), 60_000);
    const reviewer = await openPage(product, ben, id);
    const typeAsWriter = (i: number): void => void textIn(writer.doc, i).insert(0, 'x', {});
    const typeAsReviewer = (i: number): void => void suggestLetter(reviewer.doc, ben.user.id, i);
    await saved(reviewer, typeAsReviewer, 1);
    add(bench, words, 'a writer alone, until saved', await saved(writer, typeAsWriter, letters));
    add(bench, words, 'a reviewer alone, until saved', await saved(reviewer, typeAsReviewer, letters));
    const [beside, reviewed] = await Promise.all([
      saved(writer, typeAsWriter, letters),
      saved(reviewer, typeAsReviewer, letters),
    ]);
    add(bench, words, 'a writer beside a reviewer, until saved', beside);
    add(bench, words, 'a reviewer beside a writer, until saved', reviewed);
    writer.doc.destroy();
    reviewer.doc.destroy();
  } finally {
    await product.close();
  }
}

async function openPage(product: Product, person: Person, documentId: string): Promise<Page> {
  const page = openOwn({ url: product.url, person, documentId, outbox: createMemoryOutbox() });
  await until('the page is open', () => page.link.state.synced, 60_000);
  return page;
}

const isSaved = ({ link }: Page): boolean => link.state.saved.kind === 'saved' && link.unsent().length === 0;

/** Types letter after letter, and how long each took to be on the server's disk, in milliseconds. */
async function saved(page: Page, type: (i: number) => void, letters: number): Promise<number[]> {
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

function written(words: number): Y.Doc {
  const doc = new Y.Doc();
  const blocks = Array.from({ length: Math.ceil(words / wordsInBlock) }, (_, i) => {
    const block = new Y.XmlElement('paragraph');
    block.insert(0, [new Y.XmlText(`${'some words of it '.repeat(wordsInBlock / 4)}(${i})`)]);
    return block;
  });
  doc.getXmlFragment(rootName).insert(0, blocks);
  return doc;
}

function textIn(doc: Y.Doc, i: number): Y.XmlText {
  const root = doc.getXmlFragment(rootName);
  return (root.get((i * 7) % root.length) as Y.XmlElement).get(0) as Y.XmlText;
}

/** Suggests one letter somewhere. Answers the update. */
function suggestLetter(doc: Y.Doc, author: string, i: number): Uint8Array {
  const before = Y.encodeStateVector(doc);
  const mark = { id: `suggestion-${i % 20}`, author, at: 1, by: null, split: null };
  textIn(doc, i).insert(5, 'x', { [`insertion--${String(i % 20).padStart(8, '0')}`]: mark });
  return Y.encodeStateAsUpdate(doc, before);
}
