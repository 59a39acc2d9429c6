import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import {
  collabUrl,
  openOwn,
  openStock,
  rootName,
  signUp,
  socketAs,
  startProduct,
  until,
  type Person,
  type Product,
} from '@longhand/driver';
import { closeCodes, syncFrame } from '@longhand/sync';
import { createMemoryOutbox } from '@longhand/sync/memory';

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

/** A document with a paragraph of Ada's and a suggestion of hers, open on Ada's page and on Ben's, who is a reviewer. */
async function scene() {
  const { ada, ben } = people();
  const { id } = await ada.call('createProjectDocument', { params: { id: projectId }, body: { title: 'A letter' } });
  const writer = openOwn({ url: product.url, person: ada, documentId: id, outbox: createMemoryOutbox() });
  await until('Ada is in', () => writer.link.state.synced);
  const block = new Y.XmlElement('paragraph');
  const text = new Y.XmlText('It was a dark night.');
  block.insert(0, [text]);
  root(writer.doc).insert(0, [block]);
  text.insert(9, 'and stormy ', insertion(ada, 'ada1'));
  await until('all is saved', () => writer.link.state.saved.kind === 'saved');
  const reviewer = openOwn({ url: product.url, person: ben, documentId: id, outbox: createMemoryOutbox() });
  await until('Ben is in', () => reviewer.link.state.synced);
  const stored = async (): Promise<string> => {
    const { content } = await ada.call('getDocument', { params: { id }, query: { format: 'json' } });
    return JSON.stringify(content);
  };
  const leave = (): void => {
    writer.doc.destroy();
    reviewer.doc.destroy();
  };
  return { id, writer, reviewer, stored, leave };
}

const root = (doc: Y.Doc): Y.XmlFragment => doc.getXmlFragment(rootName);
const textOf = (doc: Y.Doc): Y.XmlText => (root(doc).get(0) as Y.XmlElement).get(0) as Y.XmlText;

/** The mark of a suggested insertion, with the eight characters that tell marks of one kind apart. */
function insertion(person: Person, id: string): Record<string, unknown> {
  return { [`insertion--${id.padEnd(8, 'A')}`]: { id, author: person.user.id, at: 1, by: null, split: null } };
}

function deletion(person: Person, id: string): Record<string, unknown> {
  return { [`deletion--${id.padEnd(8, 'A')}`]: { id, author: person.user.id, at: 1, upTo: null } };
}

test('what a reviewer suggests reaches everybody and the disk, while others write', async () => {
  const { ada, ben } = people();
  const { id, writer, reviewer, stored, leave } = await scene();
  textOf(reviewer.doc).insert(0, 'Once, ', insertion(ben, 'ben1'));
  textOf(writer.doc).insert(textOf(writer.doc).length, ' Rain fell.', {});
  textOf(reviewer.doc).format(12, 4, deletion(ben, 'ben2'));
  await until('both are saved', () =>
    [writer, reviewer].every(({ link }) => link.state.saved.kind === 'saved' && link.unsent().length === 0),
  );
  await until('Ada sees it', () => textOf(writer.doc).toString().includes('Once, '));
  expect(await stored()).toContain('ben2');
  expect(await stored()).toContain('Rain fell.');
  // Plain text has the words of all suggestions.
  const { content } = await ada.call('getDocument', { params: { id }, query: { format: 'text' } });
  expect(content).toBe('Once, It was a and stormy dark night. Rain fell.');
  leave();
});

test.each<[string, (doc: Y.Doc) => void]>([
  ['types into the text', (doc) => textOf(doc).insert(0, 'Mine: ')],
  ['deletes from the text', (doc) => textOf(doc).delete(0, 6)],
  [
    'accepts what another suggests',
    (doc) => textOf(doc).format(9, 11, { [Object.keys(insertion(people().ada, 'ada1'))[0] ?? '']: null }),
  ],
  ['deletes what another suggests', (doc) => textOf(doc).delete(9, 11)],
  ['alters what another suggests', (doc) => textOf(doc).insert(12, 'XX')],
  ['suggests in another’s name', (doc) => textOf(doc).insert(0, 'Once, ', insertion(people().ada, 'ada2'))],
  ['formats', (doc) => textOf(doc).format(0, 6, { bold: {} })],
  [
    'puts the same paragraphs in place of all',
    (doc) => {
      const copies = root(doc)
        .toArray()
        .map((block) => (block as Y.XmlElement).clone());
      root(doc).delete(0, root(doc).length);
      root(doc).insert(0, copies);
    },
  ],
  [
    'puts the same letters in place of others',
    (doc) => {
      textOf(doc).delete(0, 6);
      textOf(doc).insert(0, 'It was');
    },
  ],
])('a reviewer’s own client that %s is refused with a reason, and disturbs nobody', async (_, change) => {
  const { id, writer, reviewer, stored, leave } = await scene();
  const before = await stored();
  change(reviewer.doc);
  await until('it is refused', () => reviewer.link.state.saved.kind === 'not_saved');
  expect(reviewer.link.state.saved).toEqual({ kind: 'not_saved', reason: 'a reviewer may only suggest changes' });
  expect(await stored()).toBe(before);
  textOf(writer.doc).insert(textOf(writer.doc).length, ' Rain fell.', {});
  await until('Ada goes on', () => writer.link.state.saved.kind === 'saved' && writer.link.unsent().length === 0);
  expect(await stored()).toContain('Rain fell.');
  // What was refused is thrown away at the person's word; the text opened anew takes suggestions.
  await reviewer.link.discard();
  const again = openOwn({ url: product.url, person: people().ben, documentId: id, outbox: createMemoryOutbox() });
  await until('Ben is in again', () => again.link.state.synced);
  textOf(again.doc).insert(0, 'Once, ', insertion(people().ben, 'ben3'));
  await until('it is saved', () => again.link.state.saved.kind === 'saved' && again.link.unsent().length === 0);
  expect(await stored()).toContain('ben3');
  again.doc.destroy();
  leave();
});

test.each<[string, (text: Y.XmlText, doc: Y.Doc) => void]>([
  ['an empty text among the blocks', (_, doc) => root(doc).insert(0, [new Y.XmlText()])],
  [
    'a picture in a paragraph',
    (text) => {
      const picture = new Y.XmlElement('image');
      picture.setAttribute('insertion', JSON.stringify({ id: 'x', author: people().ben.user.id, at: 1 }));
      (text.parent as Y.XmlElement).insert(1, [picture]);
    },
  ],
  ['a node that documents do not have', (_, doc) => root(doc).insert(0, [new Y.XmlElement('marquee')])],
])('a client that puts %s is sent away, editor or not, and nothing of it is stored', async (_, change) => {
  const { ada, ben } = people();
  const { id, writer, stored, leave } = await scene();
  const before = await stored();
  for (const person of [ada, ben]) {
    const stock = openStock({ url: product.url, person, documentId: id });
    await until('it is in', () => stock.provider.synced);
    let code: number | null = null;
    stock.provider.on('connection-close', (event: { code: number } | null) => (code ??= event?.code ?? null));
    change(textOf(stock.doc), stock.doc);
    await until('it is sent away', () => code !== null);
    expect(code).toBe(closeCodes.forbidden);
    stock.provider.destroy();
  }
  expect(await stored()).toBe(before);
  expect(writer.link.state.connected).toBe(true);
  leave();
});

test('the same is true of a stock client', async () => {
  const { id, writer, stored, leave } = await scene();
  const before = await stored();
  const stock = openStock({ url: product.url, person: people().ben, documentId: id });
  await until('it is in', () => stock.provider.synced);
  textOf(stock.doc).insert(0, 'Mine: ');
  textOf(writer.doc).insert(textOf(writer.doc).length, ' Rain fell.', {});
  await until('Ada goes on', async () => (await stored()).includes('Rain fell.'));
  expect((await stored()).replace(' Rain fell.', '')).toBe(before);
  stock.provider.destroy();
  leave();
});

test('a reviewer who sends nonsense again and again is put out, and nobody else is', async () => {
  const { id, writer, stored, leave } = await scene();
  const before = await stored();
  const { ben } = people();
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(writer.doc));
  const socket = socketAs(ben, collabUrl(product.url, id));
  const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(syncFrame.step2(new Uint8Array([0, 0])));
  doc.on('update', (update: Uint8Array) => socket.send(syncFrame.update(update)));
  let sent = 0;
  for (; sent < 19; sent += 1) textOf(doc).insert(0, 'x');
  // Answered only after all that was sent before it.
  socket.send(syncFrame.step1(new Uint8Array([0])));
  await new Promise((resolve) => socket.on('message', (frame: Buffer) => frame[1] === 1 && resolve(null)));
  expect(socket.readyState).toBe(socket.OPEN);
  for (; sent < 30; sent += 1) textOf(doc).insert(0, 'x');
  expect(await closed).toBe(closeCodes.forbidden);
  expect(await stored()).toBe(before);
  textOf(writer.doc).insert(0, 'y', {});
  await until('Ada goes on', () => writer.link.state.saved.kind === 'saved' && writer.link.unsent().length === 0);
  expect(writer.link.state.connected).toBe(true);
  leave();
});
