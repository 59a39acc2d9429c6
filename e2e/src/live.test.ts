import { connect as connectTcp } from 'node:net';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import {
  collabUrl,
  openOwnClient,
  openStockClient,
  addParagraph,
  textName,
  wordsOf,
  signUp,
  socketAs,
  startProduct,
  until,
  type Person,
  type Product,
} from '@longhand/driver';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';
import { subprotocol, syncFrame } from '@longhand/sync/protocol';
import {
  untilClosed,
  untilOpen,
  sleep,
  upgradeHead,
  varLength,
  varText,
} from './sockets.testing.ts';

let product: Product;
let ada: Person;
let ben: Person;
let eve: Person;
let projectId: string;

beforeAll(async () => {
  product = await startProduct({ env: { MAX_UPDATE_BYTES: '200000' } });
  ada = await signUp(product.url, 'ada', 'Ada');
  ben = await signUp(product.url, 'ben', 'Ben');
  eve = await signUp(product.url, 'eve', 'Eve');
  projectId = (await ada.call('createProject', { body: { name: 'Live' } })).id;
}, 300_000);

afterAll(() => product.close());

async function share(role: 'editor' | 'viewer' | 'reviewer' | null): Promise<string> {
  await ada
    .call('removeProjectCollaborator', { params: { id: projectId, userId: ben.user.id } })
    .catch(() => undefined);
  if (role !== null)
    await ada.call('addProjectCollaborator', {
      params: { id: projectId },
      body: { usernameOrEmail: 'ben', role },
    });
  return (
    await ada.call('createProjectDocument', {
      params: { id: projectId },
      body: { title: 'A document' },
    })
  ).id;
}

function own(person: Person, documentId: string) {
  return openOwnClient({ url: product.url, person, documentId, outbox: createMemoryOutbox() });
}

async function textOf(documentId: string): Promise<unknown> {
  return (await ada.call('getDocument', { params: { id: documentId }, query: { format: 'text' } }))
    .content;
}

describe('two users in one document', () => {
  test('a stock client and the product’s client have the same text, and the API returns it', async () => {
    const documentId = await share('editor');
    const mine = own(ada, documentId);
    const stock = openStockClient({ url: product.url, person: ben, documentId });
    await until('both are there', () => mine.link.state.connected && stock.provider.synced);
    addParagraph(mine.doc, 'from ours');
    addParagraph(stock.doc, 'from stock');
    const both = (doc: Y.Doc): boolean =>
      /from ours/.test(wordsOf(doc)) && /from stock/.test(wordsOf(doc));
    await until('both have both', () => both(mine.doc) && both(stock.doc));
    await until('saved', () => mine.link.state.saved.kind === 'saved');
    expect(wordsOf(mine.doc)).toBe(wordsOf(stock.doc));
    expect(
      String(await textOf(documentId))
        .split(/\n+/)
        .sort(),
    ).toEqual(['from ours', 'from stock']);
    stock.provider.destroy();
    mine.link.close();
  });

  test('users see each other’s names as stored on the server, whatever a client claims', async () => {
    const documentId = await share('editor');
    const mine = own(ada, documentId);
    const stock = openStockClient({ url: product.url, person: ben, documentId });
    stock.provider.awareness.setLocalState({
      user: { name: 'The Pope', color: '#ffffff' },
      cursor: 7,
    });
    await until(
      'Ada sees Ben',
      () =>
        mine.awareness.getStates().size >= 1 && mine.awareness.getStates().has(stock.doc.clientID),
    );
    expect(mine.awareness.getStates().get(stock.doc.clientID)).toEqual({
      cursor: 7,
      user: { id: ben.user.id, name: 'Ben', color: ben.user.avatarColor },
    });
    stock.provider.destroy();
    await until('Ben is gone', () => !mine.awareness.getStates().has(stock.doc.clientID));
    mine.link.close();
  });

  test('no text is lost or duplicated by a clean stop of the server during typing', async () => {
    const documentId = await share('editor');
    const mine = own(ada, documentId);
    await until('connected', () => mine.link.state.connected);
    let words = 0;
    const typing = setInterval(() => addParagraph(mine.doc, `word${(words += 1)}.`), 2);
    await until('well under way', () => words > 100);
    await product.kill('SIGTERM');
    await product.start();
    clearInterval(typing);
    await until('saved', () => mine.link.state.connected && mine.link.state.saved.kind === 'saved');
    const text = String(await textOf(documentId));
    for (let i = 1; i <= words; i += 1) expect(text.split(`word${i}.`)).toHaveLength(2);
    mine.link.close();
  });
});

describe('admission', () => {
  test('closes with a reason: 4401 without a session, 4403 from another site, 4404 for a missing or unshared document', async () => {
    const documentId = await share(null);
    const url = collabUrl(product.url, documentId);
    expect((await untilClosed(new WebSocket(url))).code).toBe(4401);
    const foreign = new WebSocket(url, {
      headers: { cookie: ada.cookie(), origin: 'https://example.org' },
    });
    expect((await untilClosed(foreign)).code).toBe(4403);
    expect((await untilClosed(socketAs(ben, url))).code).toBe(4404);
    for (const id of ['01900000-0000-7000-8000-000000000000', 'recent', '..%2f', '']) {
      expect((await untilClosed(socketAs(ada, collabUrl(product.url, id)))).code, id).toBe(4404);
    }
  });

  test('[WIRE4] closes an outdated page with 4426, and lets a newer one try again', async () => {
    const documentId = await share(null);
    const url = collabUrl(product.url, documentId);
    const number = Number(subprotocol.split('.')[1]);
    const headers = { cookie: ada.cookie(), origin: product.url };
    const open = (protocol: string) => untilClosed(new WebSocket(url, [protocol], { headers }));
    expect((await open(`longhand.${number - 1}`)).code).toBe(4426);
    expect((await open(`longhand.${number + 1}`)).code).toBe(1013);
  });

  test('lets one session open a document twenty times, and refuses the next connection', async () => {
    const documentId = await share(null);
    const url = collabUrl(product.url, documentId);
    const sockets = Array.from({ length: 20 }, () => socketAs(ada, url));
    await Promise.all(
      sockets.map((socket) => new Promise((resolve) => socket.once('message', resolve))),
    );
    expect((await untilClosed(socketAs(ada, url))).code).toBe(4429);
    for (const socket of sockets) socket.terminate();
  });

  test('enforces the same limit for simultaneous connections', async () => {
    const url = collabUrl(product.url, await share(null));
    const sockets = Array.from({ length: 60 }, () => socketAs(ada, url));
    let refused = 0;
    for (const socket of sockets)
      socket.once('close', (code) => (refused += code === 4429 ? 1 : 0));
    await until('forty are refused', () => refused === 40);
    expect(sockets.filter(({ readyState }) => readyState === WebSocket.OPEN)).toHaveLength(20);
    for (const socket of sockets) socket.terminate();
  });

  test('refuses a page that belongs to a user other than the user of the session', async () => {
    const url = collabUrl(product.url, await share('editor'));
    const closed = await untilClosed(socketAs(ben, `${url}?as=${ada.user.id}`));
    expect(closed).toEqual({ code: 4401, reason: 'signed in as another user' });
    const own = socketAs(ben, `${url}?as=${ben.user.id}`);
    await new Promise((resolve) => own.once('message', resolve));
    own.terminate();
  });
});

describe('rights', () => {
  test.each(['viewer', 'reviewer'] as const)(
    'a %s can read but not write, with our client and with a stock client',
    async (role) => {
      const documentId = await share(role);
      const mine = own(ada, documentId);
      await until('connected', () => mine.link.state.connected);
      addParagraph(mine.doc, 'original');
      const stock = openStockClient({ url: product.url, person: ben, documentId });
      await until('Ben reads', () => wordsOf(stock.doc).includes('original'));
      addParagraph(stock.doc, 'forbidden');
      stock.doc.getText(textName).applyDelta([{ delete: 3 }]);
      const theirs = own(ben, documentId);
      await until(
        'role known',
        () => theirs.link.state.role === role && theirs.link.state.connected,
      );
      addParagraph(theirs.doc, 'forbidden too');
      addParagraph(mine.doc, 'later');
      await until(
        'Ben still follows',
        () => wordsOf(stock.doc).includes('later') && wordsOf(theirs.doc).includes('later'),
      );
      await until('saved', () => mine.link.state.saved.kind === 'saved');
      expect(String(await textOf(documentId))).toMatch(/^original\s+later$/);
      expect(wordsOf(mine.doc)).not.toContain('forbidden');
      for (const close of [
        () => stock.provider.destroy(),
        () => theirs.link.close(),
        () => mine.link.close(),
      ])
        close();
    },
  );

  test('a changed or removed role takes effect on the open connection', async () => {
    const documentId = await share('editor');
    const theirs = own(ben, documentId);
    await until('connected', () => theirs.link.state.connected);
    const params = { id: projectId, userId: ben.user.id };
    await ada.call('updateProjectCollaborator', { params, body: { role: 'viewer' } });
    await until('downgraded', () => theirs.link.state.role === 'viewer');
    await ada.call('updateProjectCollaborator', { params, body: { role: 'editor' } });
    await until('editor again', () => theirs.link.state.role === 'editor');
    addParagraph(theirs.doc, 'allowed again');
    await until('saved', () => theirs.link.state.saved.kind === 'saved');
    await ada.call('removeProjectCollaborator', { params });
    await until('sent away', () => theirs.link.state.ended !== null);
    expect(theirs.link.state.ended?.code).toBe(4403);
    expect(String(await textOf(documentId))).toContain('allowed again');
  });

  test('moving a document to the trash closes the open connections with 4404', async () => {
    const documentId = await share('editor');
    const pages = [own(ada, documentId), own(ben, documentId)];
    for (const { link } of pages) await until('connected', () => link.state.connected);
    await ada.call('deleteDocument', { params: { id: documentId } });
    for (const { link } of pages) {
      await until('ended', () => link.state.ended !== null);
      expect(link.state.ended?.code).toBe(4404);
    }
  });

  test('a user who is removed while connecting does not stay connected', async () => {
    const params = { id: projectId, userId: ben.user.id };
    for (let round = 0; round < 16; round += 1) {
      const url = collabUrl(product.url, await share('editor'));
      const removal = sleep(round % 8).then(() =>
        ada.call('removeProjectCollaborator', { params }),
      );
      const sockets: WebSocket[] = [];
      for (let i = 0; i < 12; i += 1) {
        sockets.push(socketAs(ben, url));
        await sleep(round % 3);
      }
      await removal;
      await until('all are out', () =>
        sockets.every(({ readyState }) => readyState === WebSocket.CLOSED),
      );
    }
  });

  test('a removed user who does not close the connection cannot write any more', async () => {
    const documentId = await share('editor');
    const { hostname, port, pathname } = new URL(collabUrl(product.url, documentId));
    const stream = connectTcp(Number(port), hostname);
    stream.on('error', () => undefined);
    let isIn = false;
    stream.on('data', (data) => (isIn ||= data.includes('101 Switching')));
    stream.write(upgradeHead(pathname, `${hostname}:${port}`, ben));
    await until('upgraded', () => isIn);
    const doc = new Y.Doc();
    doc.on('update', (update: Uint8Array) => {
      const frame = syncFrame.update(update);
      stream.write(Buffer.concat([Buffer.from([0x82, 0x80 + frame.length, 0, 0, 0, 0]), frame]));
    });
    addParagraph(doc, 'allowed');
    await until('stored', async () => String(await textOf(documentId)).includes('allowed'));
    await ada.call('removeProjectCollaborator', { params: { id: projectId, userId: ben.user.id } });
    const ended = new Promise<void>((resolve) => stream.once('close', () => resolve()));
    for (let i = 0; i < 5; i += 1) addParagraph(doc, 'no more');
    // The server has read or discarded all sent data once it has closed the connection. The stored
    // text is then final.
    await ended;
    expect(await textOf(documentId)).toBe('allowed');
  });

  test('signing out closes the open connection', async () => {
    const documentId = await share(null);
    const again = await signUp(product.url, 'guest', 'Guest');
    await ada.call('addProjectCollaborator', {
      params: { id: projectId },
      body: { usernameOrEmail: 'guest', role: 'editor' },
    });
    const theirs = own(again, documentId);
    await until('connected', () => theirs.link.state.connected);
    await again.call('logout');
    await until('sent away', () => theirs.link.state.ended?.code === 4401);
  });
});

describe('hostile bytes on a real connection', () => {
  async function withHonest(attack: (url: string) => Promise<void>): Promise<void> {
    const documentId = await share('editor');
    const mine = own(ada, documentId);
    await until('connected', () => mine.link.state.connected);
    addParagraph(mine.doc, 'honest');
    await until('saved', () => mine.link.state.saved.kind === 'saved');
    const { pid } = product;
    await attack(collabUrl(product.url, documentId));
    addParagraph(mine.doc, 'still here');
    await until('saved', () => mine.link.state.saved.kind === 'saved');
    expect(String(await textOf(documentId))).toMatch(/^honest\s+still here$/);
    expect(product.pid).toBe(pid);
    expect(product.errors()).not.toMatch(/"level":(50|60)/);
    mine.link.close();
  }

  test('a text frame closes its connection only', () =>
    withHonest(async (url) => {
      const socket = socketAs(ben, url);
      await untilOpen(socket);
      socket.send('hello');
      expect((await untilClosed(socket)).code).toBe(1007);
    }));

  test('random bytes, truncated frames and unknown messages close their connections only', () =>
    withHonest(async (url) => {
      const frames = [
        Buffer.alloc(0),
        Buffer.from([9]),
        Buffer.from([0, 2]),
        Buffer.from([0, 7, 1]),
        randomBytes(64),
        Buffer.from([1, 200, 1]),
      ];
      for (const frame of frames) {
        const socket = socketAs(ben, url);
        await untilOpen(socket);
        socket.send(frame);
        expect([1007, 1008]).toContain((await untilClosed(socket)).code);
      }
    }));

  test('a frame that is too large closes its connection only', () =>
    withHonest(async (url) => {
      const socket = socketAs(ben, url);
      await untilOpen(socket);
      socket.send(syncFrame.update(new Uint8Array(300_000)));
      expect((await untilClosed(socket)).code).toBe(1009);
    }));

  test('the header of a frame of two gigabytes, or another protocol, closes its connection only', () =>
    withHonest(async (url) => {
      const { hostname, port, pathname } = new URL(url);
      const head = upgradeHead(pathname, `${hostname}:${port}`, ben);
      for (const rest of [
        Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0x80, 0, 0, 0, 1, 2, 3, 4]),
        Buffer.from('SSH-2.0-OpenSSH_9.2\r\n'),
        Buffer.from([0xff, 0xff, 0xff]),
      ]) {
        const stream = connectTcp(Number(port), hostname);
        const ended = new Promise((resolve) => stream.once('close', resolve));
        stream.on('error', () => undefined);
        stream.on('data', (data) => {
          if (data.includes('101 Switching')) stream.write(rest);
        });
        stream.write(head);
        await ended;
      }
    }));

  test('awareness data that is too large closes its connection only', () =>
    withHonest(async (url) => {
      const socket = socketAs(ben, url);
      await untilOpen(socket);
      const state = JSON.stringify({ user: { name: 'x'.repeat(20_000) } });
      const body = Buffer.concat([Buffer.from([1, 5, 1]), varText(state)]);
      socket.send(Buffer.concat([Buffer.from([1]), varLength(body.length), body]));
      expect((await untilClosed(socket)).code).toBe(1007);
    }));
});

test('the close reason tells a user without access nothing about the document', async () => {
  const documentId = await share('editor');
  expect((await untilClosed(socketAs(eve, collabUrl(product.url, documentId)))).reason).not.toMatch(
    /A document/,
  );
});
