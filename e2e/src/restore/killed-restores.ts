import fc from 'fast-check';
import { expect } from 'vitest';
import {
  openOwnClient,
  addParagraph,
  wordsOf,
  signUp,
  startProduct,
  until,
  type Person,
  type Product,
} from '@longhand/driver';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';

/**
 * Kills a product repeatedly while it restores a version, at moments drawn from the seed of the
 * run. Expects that the document is as before or as after the restore, and that no saved text is
 * missing.
 *
 * @param count number of kills
 */
export async function killWhileRestoring(count: number): Promise<void> {
  const product = await startProduct();
  try {
    await killRepeatedly(product, await signUp(product.url, 'ada'), count);
  } finally {
    await product.close();
  }
}

async function killRepeatedly(product: Product, ada: Person, count: number): Promise<void> {
  const { id } = await ada.call('createDocument', { body: { title: 'Killed' } });
  const outbox = createMemoryOutbox();
  const page = openOwnClient({ url: product.url, person: ada, documentId: id, outbox });
  await until('connected', () => page.link.state.connected);
  addParagraph(page.doc, 'at first');
  const isSaved = (): boolean =>
    page.link.state.connected && page.link.state.saved.kind === 'saved';
  await until('saved', isSaved);
  const version = await ada.call('createVersion', { params: { id }, body: { name: 'At first' } });
  const words: string[] = [];
  for (const wait of killDelays(count)) {
    words.push(`word${words.length}.`);
    addParagraph(page.doc, words.at(-1) ?? '');
    await until('saved', isSaved);
    const before = await textOf(ada, id);
    const restoring = ada
      .call('restoreVersion', { params: { id, versionId: version.id } })
      .catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, wait));
    await product.kill('SIGKILL');
    await restoring;
    await product.start();
    await until('back', isSaved);
    const text = await textOf(ada, id);
    expect(text.split('at first'), `after ${wait} ms`).toHaveLength(2);
    expect([before, 'at first'], `after ${wait} ms`).toContain(text);
    const everything = `${text}\n${await historyOf(ada, id)}`;
    for (const word of words) expect(everything, `after ${wait} ms`).toContain(word);
    expect(product.errors()).not.toMatch(/"level":(50|60)/);
  }
  await ada.call('restoreVersion', { params: { id, versionId: version.id } });
  expect(await textOf(ada, id)).toBe('at first');
  await until('seen', () => wordsOf(page.doc).trim() === 'at first');
  page.link.close();
}

/**
 * Returns the times from the request to the kill (ms): from before the first statement until after
 * the response, which takes over a second while a page is open. Short times are more frequent.
 */
function killDelays(count: number): number[] {
  const [moments = []] = fc.sample(
    fc.array(fc.nat(1_000), { minLength: count, maxLength: count }),
    {
      numRuns: 1,
      seed: fc.readConfigureGlobal().seed ?? 1,
    },
  );
  return moments.map((moment) => Math.round((moment / 1_000) ** 3 * 1_200));
}

async function textOf(person: Person, id: string): Promise<string> {
  return String(
    (await person.call('getDocument', { params: { id }, query: { format: 'text' } })).content,
  );
}

/** Returns the text of all versions of a document. */
async function historyOf(person: Person, id: string): Promise<string> {
  const { items } = await person.call('listVersions', { params: { id } });
  const read = (versionId: string) =>
    person.call('getVersion', { params: { id, versionId }, query: { format: 'text' } });
  return (
    await Promise.all(items.map(async (version) => String((await read(version.id)).content)))
  ).join('\n');
}
