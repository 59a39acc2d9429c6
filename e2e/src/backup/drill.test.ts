import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  addParagraph,
  openOwnClient,
  signUp,
  startProduct,
  operate,
  textName,
  until,
  wordsOf,
  type Person,
  type Product,
  createExternalDatabase,
} from '@longhand/driver';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';

/** Creates a folder that is removed after the test, and that the database may enter. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-drill-'));
  await chmod(folder, 0o711);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A page that types numbered words into a document without a pause. */
function openTypist(url: string, person: Person, documentId: string, mark: string) {
  const page = openOwnClient({ url, person, documentId, outbox: createMemoryOutbox() });
  let typed = 0;
  let timer: ReturnType<typeof setInterval> | null = null;
  const wordAt = (number: number): string => `${mark}${String(number).padStart(5, '0')}`;
  return {
    ...page,
    begin(): void {
      const text = page.doc.getText(textName);
      timer = setInterval(() => text.insert(text.length, `${wordAt((typed += 1))} `), 5);
    },
    end(): void {
      if (timer !== null) clearInterval(timer);
    },
    words: (): string[] => Array.from({ length: typed }, (_, index) => wordAt(index + 1)),
    /** Words that the server has acknowledged. Each is one update, acknowledged in order. */
    saved(): string[] {
      const pending = page.link.pendingUpdates().length;
      return this.words().slice(0, Math.max(0, typed - pending));
    },
    isSaved: (): boolean => page.link.state.connected && page.link.state.saved.kind === 'saved',
  };
}

const wordsIn = (text: string): string[] => (text.match(/[ab]\d{5}/g) ?? []).sort();

/**
 * Backs a product up while two users type, restores the backup elsewhere after they have typed on,
 * and returns both pages to the restored product.
 */
async function drill(env: {
  product: Product;
  /** Settings of the product, beside its data folder. */
  settings: Record<string, string>;
  /** Settings of the restored product, beside its data folder. */
  settingsAfter: Record<string, string>;
}): Promise<void> {
  const { product, settings, settingsAfter } = env;
  const folder = await newFolder();
  const [ada, ben] = [await signUp(product.url, 'ada'), await signUp(product.url, 'ben')];
  const { id } = await ada.call('createDocument', { body: { title: 'Drill' } });
  const body = { usernameOrEmail: 'ben', role: 'editor' } as const;
  await ada.call('addDocumentCollaborator', { params: { id }, body });
  const typists = [
    openTypist(product.url, ada, id, 'a'),
    openTypist(product.url, ben, id, 'b'),
  ] as const;
  onTestFinished(() => typists.forEach(({ doc }) => doc.destroy()));
  await until('connected', () => typists.every(({ link }) => link.state.connected));
  addParagraph(typists[0].doc, '');
  await until('both have the paragraph', () => typists.every(({ doc }) => wordsOf(doc) !== ''));
  for (const { begin } of typists) begin();
  await until('some words are saved', () => typists.every((typist) => typist.saved().length > 50));

  const file = join(folder, 'backup.tar');
  const savedBefore = typists.flatMap((typist) => typist.saved());
  const said = await operate(['backup', file, '--keys'], {
    DATA_DIR: product.dataDir,
    ...settings,
  });
  expect(said).toContain('1 document, 2 accounts and 0 files');
  const typedBefore = typists.flatMap(({ words }) => words());
  await until('more words are saved', () =>
    typists.every((typist) => typist.saved().length > savedBefore.length),
  );
  for (const { end } of typists) end();
  await until('all is saved', () => typists.every(({ isSaved }) => isSaved()));
  await product.kill('SIGKILL');

  const scratch = { DATA_DIR: join(folder, 'none'), TMPDIR: folder };
  expect(await operate(['verify', file], scratch)).toContain('was restored');
  expect(await readdir(folder)).toEqual(['backup.tar']);
  const dataDir = join(folder, 'restored');
  await operate(['restore', file], { DATA_DIR: dataDir, ...settingsAfter });
  const inBackup = await readRestored(dataDir, settingsAfter, ada, id);
  // Everything that was saved before the backup is in it, and nothing that was typed after it.
  expect(inBackup).toEqual(expect.arrayContaining([...savedBefore].sort()));
  expect(inBackup.filter((word) => !typedBefore.includes(word))).toEqual([]);

  const port = Number(new URL(product.url).port);
  const restored = await startProduct({ dataDir, env: settingsAfter }, port);
  onTestFinished(() => restored.close());
  expect(restored.url).toBe(product.url);
  const all = typists.flatMap(({ words }) => words()).sort();
  await until('both pages are back', () => typists.every(({ isSaved }) => isSaved()));
  await until('the server has all words', async () => {
    const { content } = await ada.call('getDocument', {
      params: { id },
      query: { format: 'text' },
    });
    return wordsIn(String(content)).length >= all.length;
  });
  const { content } = await ada.call('getDocument', { params: { id }, query: { format: 'text' } });
  expect(wordsIn(String(content))).toEqual(all);
  for (const { doc } of typists) expect(wordsIn(wordsOf(doc))).toEqual(all);
  expect(restored.errors()).not.toMatch(/"level":(50|60)/);
}

/** Returns the words of a document in a restored installation, before any page returns to it. */
async function readRestored(
  dataDir: string,
  env: Record<string, string>,
  person: Person,
  id: string,
): Promise<string[]> {
  const product = await startProduct({ dataDir, env });
  try {
    const answer = await fetch(`${product.url}/api/v1/documents/${id}?format=text`, {
      headers: { cookie: person.cookie() },
    });
    const { content } = (await answer.json()) as { content: string };
    return wordsIn(content);
  } finally {
    await product.close();
  }
}

test('a backup made while users type is restored, and their pages bring the newer words back, once', async () => {
  const product = await startProduct();
  onTestFinished(() => product.close());
  await drill({ product, settings: {}, settingsAfter: {} });
});

test('so is one of an external database, into another one', async () => {
  const host = await startProduct();
  onTestFinished(() => host.close());
  const [first, second] = [
    await createExternalDatabase(host.dataDir, 'first'),
    await createExternalDatabase(host.dataDir, 'second'),
  ];
  const settings = { DATABASE_URL: first };
  const product = await startProduct({ dataDir: await newFolder(), env: settings });
  onTestFinished(() => product.close());
  await drill({ product, settings, settingsAfter: { DATABASE_URL: second } });
});
