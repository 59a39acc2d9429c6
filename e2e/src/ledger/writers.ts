import { createInterface } from 'node:readline';
import type * as Y from 'yjs';
import {
  addParagraph,
  openOwnClient,
  openStockClient,
  textName,
  wordsOf,
  signIn,
  until,
  type Person,
} from '@longhand/driver';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';
import { seededRandom } from '@longhand/sync/testing/simulation';
import { tokenOf, tokensIn, type Note, type Order } from './notes.ts';

/**
 * Process of the simulated writers. The ledger starts it with the server's address, a seed, and the
 * ids of the documents. It reports on its standard output which tokens were typed, seen and shown
 * as saved. It is not told about the faults of the server.
 */
const [url = '', seed = '', ...documents] = process.argv.slice(2);
const random = seededRandom(Number(seed));
/** Time between two tokens of one writer (ms): 20 tokens per second. */
const pace = 50;

type Writer = {
  readonly name: string;
  readonly doc: Y.Doc;
  readonly link: ReturnType<typeof openOwnClient>['link'];
  typed: number;
  /** Number of words after which it stops typing. */
  limit: number;
};

function note(event: Note): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

function openWriter(name: string, person: Person, documentId: string): Writer {
  const { doc, link } = openOwnClient({ url, person, documentId, outbox: createMemoryOutbox() });
  const writer: Writer = { name, doc, link, typed: 0, limit: Infinity };
  // Compares the link's own count with the saved mark, from outside, at every change of either.
  let falselySavedSince: number | null = null;
  const look = (): void => {
    const isFalselySaved = link.state.saved.kind === 'saved' && link.pendingUpdates().length > 0;
    const now = Date.now();
    if (falselySavedSince !== null)
      note({ kind: 'falselySaved', writer: name, milliseconds: now - falselySavedSince });
    falselySavedSince = isFalselySaved ? now : null;
  };
  link.onChange(({ saved }) => {
    look();
    if (saved.kind === 'saved')
      note({ kind: 'saved', at: Date.now(), writer: name, through: writer.typed });
  });
  doc.on('afterTransaction', look);
  return writer;
}

function type(writer: Writer, document: number): void {
  if (!writer.link.state.synced || writer.typed >= writer.limit) return;
  writer.typed += 1;
  const token = tokenOf(writer.name, writer.typed);
  note({ kind: 'typed', at: Date.now(), writer: writer.name, document, token });
  const text = writer.doc.getText(textName);
  const blocks = wordsOf(writer.doc).split('\n');
  const chosen = Math.floor(random() * blocks.length);
  // Append to the end of a block, or add a new block if the chosen one is long.
  if ((blocks[chosen]?.length ?? 0) >= 2_000 || text.length === 0)
    return addParagraph(writer.doc, token);
  const end = blocks.slice(0, chosen + 1).join('\n').length;
  text.applyDelta([...(end > 0 ? [{ retain: end }] : []), { insert: token }]);
}

/**
 * Opens a stock client that only reads, and records the tokens that it sees. They must never
 * disappear.
 */
function watch(person: Person, documentId: string): Y.Doc {
  const { doc } = openStockClient({ url, person, documentId });
  const seen = new Set<string>();
  doc.on('update', () => {
    for (const token of tokensIn(wordsOf(doc))) {
      if (seen.has(token)) continue;
      seen.add(token);
      note({ kind: 'seen', at: Date.now(), token });
    }
  });
  return doc;
}

const [ada, ben, cyd] = [
  await signIn(url, 'ada'),
  await signIn(url, 'ben'),
  await signIn(url, 'cyd'),
];
const writers = documents.map((id, i) => [
  openWriter(`a${i}`, ada, id),
  openWriter(`b${i}`, ben, id),
]);
const watchers = documents.map((id) => watch(cyd, id));
let typing = false;

setInterval(() => {
  if (!typing) return;
  writers.forEach((pair, i) => pair.forEach((writer) => type(writer, i)));
  if (!writers.flat().every(({ typed, limit }) => typed >= limit)) return;
  typing = false;
  note({ kind: 'finished' });
}, pace);

async function stopTyping(): Promise<void> {
  typing = false;
  const all = writers.flat();
  await until(
    'everything saved',
    () => all.every(({ link }) => link.state.connected && link.pendingUpdates().length === 0),
    120_000,
  );
  const texts = (): string[][] =>
    writers.map((pair, i) => [
      ...pair.map(({ doc }) => wordsOf(doc)),
      wordsOf(watchers[i] as Y.Doc),
    ]);
  // Watchers reconnect after a restart. Replicas that do not become equal are reported as they are.
  await until(
    'replicas equal',
    () => texts().every((replicas) => new Set(replicas).size === 1),
    60_000,
  ).catch(() => undefined);
  note({ kind: 'stopped', texts: texts() });
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const order = JSON.parse(line) as Order;
  if (order.kind === 'stop') return void stopTyping();
  for (const writer of writers.flat()) writer.limit = writer.typed + (order.words ?? Infinity);
  typing = true;
  note({ kind: 'began' });
});
process.stdin.on('end', () => process.exit(0));
note({ kind: 'stopped', texts: [] });
