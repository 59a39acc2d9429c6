import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import {
  addParagraph,
  collabUrl,
  newDoc,
  openOwnClient,
  openStockClient,
  signUp,
  socketAs,
  startProduct,
  textName,
  until,
  wordsOf,
  type Person,
  type Product,
} from '@longhand/driver';
import { closeCodes, readServerFrame, subprotocol, writeFrame } from '@longhand/sync/protocol';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';

let product: Product;
let [ada, ben]: Person[] = [];
let projectId: string;

beforeAll(async () => {
  product = await startProduct();
  ada = await signUp(product.url, 'ada');
  ben = await signUp(product.url, 'ben');
  ({ id: projectId } = await people().ada.call('createProject', { body: { name: 'Stories' } }));
  const body = { usernameOrEmail: 'ben', role: 'reviewer' as const };
  await people().ada.call('addProjectCollaborator', { params: { id: projectId }, body });
}, 300_000);

afterAll(() => product.close());

function people(): { ada: Person; ben: Person } {
  if (!ada || !ben) throw new Error('nobody has signed up');
  return { ada, ben };
}

/**
 * Creates a document with a paragraph and a suggestion by Ada, open on Ada's page and on the page
 * of Ben, a reviewer.
 */
async function scene() {
  const { ada, ben } = people();
  const { id } = await ada.call('createProjectDocument', {
    params: { id: projectId },
    body: { title: 'A letter' },
  });
  const writer = openOwnClient({
    url: product.url,
    person: ada,
    documentId: id,
    outbox: createMemoryOutbox(),
  });
  await until('Ada is in', () => writer.link.state.synced);
  addParagraph(writer.doc, 'It was a dark night.');
  suggest(writer.doc, ada, 'ada1', (text) =>
    text.applyDelta([{ retain: 10 }, { insert: 'and stormy ' }]),
  );
  await until('all is saved', () => writer.link.state.saved.kind === 'saved');
  const reviewer = openOwnClient({
    url: product.url,
    person: ben,
    documentId: id,
    outbox: createMemoryOutbox(),
  });
  await until('Ben is in', () => reviewer.link.state.synced);
  const stored = async (): Promise<string> => {
    const { content } = await ada.call('getDocument', {
      params: { id },
      query: { format: 'json' },
    });
    return JSON.stringify(content);
  };
  const leave = (): void => {
    writer.doc.destroy();
    reviewer.doc.destroy();
  };
  return { id, writer, reviewer, stored, leave };
}

const textOf = (doc: Y.Doc): Y.Text => doc.getText(textName);
const recordsOf = (doc: Y.Doc): Y.Array<unknown> => doc.getArray('suggestions');

function markerIn(doc: Y.Doc): Y.Map<unknown> {
  const [first] = textOf(doc).toDelta() as { insert: unknown }[];
  if (!(first?.insert instanceof Y.Map)) throw new Error('the text does not begin with a marker');
  return first.insert;
}

/** Inserts text before the character at index `at`. */
function insertAt(doc: Y.Doc, at: number, words: string): void {
  textOf(doc).applyDelta([...(at > 0 ? [{ retain: at }] : []), { insert: words }]);
}

/** Performs a change as a suggestion of a user: under the odd client id, announced in the list. */
function suggest(doc: Y.Doc, person: Person, id: string, act: (text: Y.Text) => void): void {
  const edits = doc.clientID;
  doc.clientID = edits + 1;
  const clock = Y.getState(doc.store, doc.clientID);
  doc.transact(() => {
    recordsOf(doc).push([
      { kind: 'about', id, by: person.user.id, at: 1 },
      { kind: 'insert', id, client: doc.clientID, clock: clock + 2 },
    ]);
    act(textOf(doc));
  });
  doc.clientID = edits;
}

/** Suggests the deletion of characters that were typed without a break. */
function suggestDeletion(doc: Y.Doc, person: Person, id: string, at: number, length: number): void {
  const { item } = Y.createRelativePositionFromTypeIndex(textOf(doc), at);
  if (item === null) throw new Error('there is no letter');
  suggest(doc, person, id, () =>
    recordsOf(doc).push([{ kind: 'delete', id, units: [[item.client, item.clock, length]] }]),
  );
}

test('a reviewer’s suggestions reach the other users and the disk while another user writes', async () => {
  const { ada, ben } = people();
  const { id, writer, reviewer, stored, leave } = await scene();
  suggest(reviewer.doc, ben, 'ben1', () => insertAt(reviewer.doc, 1, 'Once, '));
  insertAt(writer.doc, textOf(writer.doc).length, ' Rain fell.');
  suggestDeletion(reviewer.doc, ben, 'ben2', 7, 2);
  await until('both are saved', () =>
    [writer, reviewer].every(
      ({ link }) => link.state.saved.kind === 'saved' && link.pendingUpdates().length === 0,
    ),
  );
  await until('Ada sees it', () => textOf(writer.doc).toString().includes('Once, '));
  expect(await stored()).toContain('ben2');
  expect(await stored()).toContain('Rain fell.');
  // Plain text includes the text of all suggested insertions.
  const { content } = await ada.call('getDocument', { params: { id }, query: { format: 'text' } });
  expect(content).toBe('Once, It was a and stormy dark night. Rain fell.');
  leave();
});

test.each<[string, (doc: Y.Doc) => void]>([
  ['types into the text', (doc) => insertAt(doc, 1, 'Mine: ')],
  ['deletes from the text', (doc) => textOf(doc).applyDelta([{ retain: 1 }, { delete: 6 }])],
  ['withdraws a suggestion of another user', (doc) => recordsOf(doc).delete(0, 1)],
  [
    'accepts a suggestion of another user',
    (doc) => {
      const { item } = Y.createRelativePositionFromTypeIndex(textOf(doc), 10);
      recordsOf(doc).push([{ kind: 'accepted', units: [[item?.client, item?.clock, 11]] }]);
    },
  ],
  [
    'deletes the text of a suggestion of another user',
    (doc) => textOf(doc).applyDelta([{ retain: 10 }, { delete: 11 }]),
  ],
  ['alters the text of a suggestion of another user', (doc) => insertAt(doc, 12, 'XX')],
  [
    'suggests in the name of another user',
    (doc) => suggest(doc, people().ada, 'ada2', () => insertAt(doc, 1, 'Once, ')),
  ],
  [
    'formats text',
    (doc) => textOf(doc).applyDelta([{ retain: 1 }, { retain: 6, attributes: { bold: {} } }]),
  ],
  [
    'replaces all paragraphs with the same text',
    (doc) => {
      const words = wordsOf(doc).trim();
      textOf(doc).applyDelta([{ delete: textOf(doc).length }]);
      addParagraph(doc, words);
    },
  ],
  [
    'replaces letters with the same letters',
    (doc) => textOf(doc).applyDelta([{ retain: 1 }, { delete: 6 }, { insert: 'It was' }]),
  ],
])(
  'a reviewer’s own client that %s is refused with a reason, and the writer can continue',
  async (_, change) => {
    const { id, writer, reviewer, stored, leave } = await scene();
    const before = await stored();
    change(reviewer.doc);
    await until('it is refused', () => reviewer.link.state.saved.kind === 'not_saved');
    expect(reviewer.link.state.saved).toEqual({
      kind: 'not_saved',
      code: 'not_a_suggestion',
      reason: 'a reviewer may only suggest changes',
    });
    expect(await stored()).toBe(before);
    insertAt(writer.doc, textOf(writer.doc).length, ' Rain fell.');
    await until(
      'Ada goes on',
      () => writer.link.state.saved.kind === 'saved' && writer.link.pendingUpdates().length === 0,
    );
    expect(await stored()).toContain('Rain fell.');
    // The user discards the refused update. The reopened text accepts suggestions again.
    await reviewer.link.discard();
    const again = openOwnClient({
      url: product.url,
      person: people().ben,
      documentId: id,
      outbox: createMemoryOutbox(),
    });
    await until('Ben is in again', () => again.link.state.synced);
    suggest(again.doc, people().ben, 'ben3', () => insertAt(again.doc, 1, 'Once, '));
    await until(
      'it is saved',
      () => again.link.state.saved.kind === 'saved' && again.link.pendingUpdates().length === 0,
    );
    expect(await stored()).toContain('ben3');
    again.doc.destroy();
    leave();
  },
);

test.each<[string, (doc: Y.Doc) => void]>([
  [
    'an XML element into the text',
    (doc) => textOf(doc).insertEmbed(0, new Y.XmlElement('marquee')),
  ],
  ['a plain object into the text', (doc) => textOf(doc).insertEmbed(0, { kind: 'image' })],
  ['a map into a marker', (doc) => markerIn(doc).set('a.src', new Y.Map())],
  [
    'content into an unknown root type',
    (doc) => doc.getXmlFragment('default').insert(0, [new Y.XmlText('x')]),
  ],
])(
  'a client that inserts %s is disconnected, as an editor or a reviewer, and nothing of it is stored',
  async (_, change) => {
    const { ada, ben } = people();
    const { id, writer, stored, leave } = await scene();
    const before = await stored();
    for (const person of [ada, ben]) {
      const stock = openStockClient({ url: product.url, person, documentId: id });
      await until('it is in', () => stock.provider.synced);
      let code: number | null = null;
      stock.provider.on(
        'connection-close',
        (event: { code: number } | null) => (code ??= event?.code ?? null),
      );
      change(stock.doc);
      await until('it is sent away', () => code !== null);
      expect(code).toBe(closeCodes.forbidden);
      stock.provider.destroy();
    }
    expect(await stored()).toBe(before);
    expect(writer.link.state.connected).toBe(true);
    leave();
  },
);

test('an edit of a reviewer with a stock client is not stored, and the writer can continue', async () => {
  const { id, writer, stored, leave } = await scene();
  const before = await stored();
  const stock = openStockClient({ url: product.url, person: people().ben, documentId: id });
  await until('it is in', () => stock.provider.synced);
  insertAt(stock.doc, 1, 'Mine: ');
  insertAt(writer.doc, textOf(writer.doc).length, ' Rain fell.');
  await until('Ada goes on', async () => (await stored()).includes('Rain fell.'));
  expect((await stored()).replace(' Rain fell.', '')).toBe(before);
  stock.provider.destroy();
  leave();
});

test('closes the connection of a reviewer after twenty refused updates, and no other connection', async () => {
  const { id, writer, stored, leave } = await scene();
  const before = await stored();
  const state = Y.encodeStateAsUpdate(writer.doc);
  const socket = socketAs(people().ben, collabUrl(product.url, id), [subprotocol]);
  const refusals: string[] = [];
  socket.on('message', (bytes: Buffer) => {
    const frame = readServerFrame(bytes);
    if (frame.type === 'notice' && frame.notice.kind === 'refused')
      refusals.push(frame.notice.reason);
  });
  const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
  await new Promise((resolve) => socket.once('open', resolve));
  /** Types into a separate replica, so that no update depends on a refused one. */
  const sendNonsense = (writeId: number): void => {
    const doc = newDoc();
    Y.applyUpdate(doc, state);
    doc.once('update', (update: Uint8Array) => socket.send(writeFrame(writeId, update)));
    insertAt(doc, 1, 'x');
    doc.destroy();
  };
  for (let sent = 1; sent <= 19; sent += 1) sendNonsense(sent);
  await until('all are refused', () => refusals.length === 19);
  expect(socket.readyState).toBe(socket.OPEN);
  sendNonsense(20);
  expect(await closed).toBe(closeCodes.forbidden);
  expect(refusals).toEqual(Array.from({ length: 20 }, () => 'not_a_suggestion'));
  expect(await stored()).toBe(before);
  insertAt(writer.doc, 1, 'y');
  await until(
    'Ada goes on',
    () => writer.link.state.saved.kind === 'saved' && writer.link.pendingUpdates().length === 0,
  );
  expect(writer.link.state.connected).toBe(true);
  leave();
});
