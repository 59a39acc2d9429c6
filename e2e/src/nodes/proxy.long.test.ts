import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  addParagraph,
  createExternalDatabase,
  freePort,
  openOwnClient,
  type Person,
  type Product,
  signUp,
  startProduct,
  until,
  wordsOf,
} from '@longhand/driver';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';
import { hasDebianPackages, unpackedPackage } from '../image/debian-package.ts';

const file = join(import.meta.dirname, '../../../deploy/Caddyfile');

let folder: string;
let host: Product;
const nodes: Product[] = [];
let proxy: ChildProcess;
let url: string;
let ada: Person;

/** Returns whether the proxy has a node that it uses. */
const answers = (): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

describe.runIf(hasDebianPackages)('deploy/Caddyfile', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'longhand-proxy-'));
    await chmod(folder, 0o711);
    host = await startProduct();
    const database = await createExternalDatabase(host.dataDir, 'behind_proxy');
    const env = { DATABASE_URL: database, TRUST_PROXY: '127.0.0.1' };
    for (let node = 0; node < 3; node += 1)
      nodes.push(await startProduct({ dataDir: join(folder, `node-${node}`), env }));
    url = `http://127.0.0.1:${await freePort()}`;
    const program = join(await unpackedPackage('caddy'), 'usr/bin/caddy');
    proxy = spawn(program, ['run', '--adapter', 'caddyfile', '--config', file], {
      env: {
        PUBLIC_URL: url,
        NODES: nodes.map((node) => node.url.replace('http://', '')).join(' '),
        HOME: folder,
      },
      stdio: 'ignore',
    });
    await until('the proxy answers', answers);
    ada = await signUp(url, 'ada');
  }, 300_000);
  afterAll(async () => {
    proxy.kill('SIGTERM');
    if (proxy.exitCode === null) await once(proxy, 'exit');
    for (const node of nodes) await node.close();
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Opens a document through the proxy. */
  async function open(documentId: string) {
    const outbox = createMemoryOutbox();
    const page = openOwnClient({ url, person: ada, documentId, outbox });
    onTestFinished(() => page.doc.destroy());
    await until('connected', () => page.link.state.connected);
    return page;
  }

  test('does not pass calls between nodes on', async () => {
    // A node responds with a problem document, also to a call without the secret.
    const bodyAt = async (at: string): Promise<string> =>
      (await fetch(`${at}/nodes/v1/edit`, { method: 'POST' })).text();
    expect(await bodyAt(nodes[0]?.url ?? '')).toContain('404');
    expect(await bodyAt(url)).toBe('');
  });

  test('passes the address of the client on, and no address that the client claims', async () => {
    const given = await fetch(`${url}/api/v1/csrf-token`);
    const cookie = given.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const response = await fetch(`${url}/api/v1/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': '203.0.113.9',
        'x-xsrf-token': decodeURIComponent(cookie.replace('XSRF-TOKEN=', '')),
        cookie,
      },
      body: JSON.stringify({ username: 'ada', password: 'wrong password, once' }),
    });
    expect(response.status).toBe(401);
    const { items } = await ada.call('listAudit', { query: {} });
    expect(items.map((entry) => entry.address)).toContain('127.0.0.1');
    expect(JSON.stringify(items)).not.toContain('203.0.113.9');
  });

  test('keeps pages writing when nodes are stopped and killed', async () => {
    const { id } = await ada.call('createDocument', { body: { title: 'Behind a proxy' } });
    const [one, two] = [await open(id), await open(id)];
    const words = ['before', 'after a stop', 'after a kill'];
    const says = async (word: string): Promise<void> => {
      addParagraph(one.doc, word);
      await until(`the other page sees ${word}`, () => wordsOf(two.doc).includes(word));
    };
    await says(words[0] ?? '');
    await nodes[0]?.kill('SIGTERM');
    await says(words[1] ?? '');
    await nodes[1]?.kill('SIGKILL');
    await says(words[2] ?? '');
    expect(await answers()).toBe(true);
    await until('saved', () => one.link.pendingUpdates().length === 0);
    for (const node of nodes.slice(0, 2)) await node.start();
    const later = await open(id);
    await until('all is stored', () => words.every((word) => wordsOf(later.doc).includes(word)));
  });
});
