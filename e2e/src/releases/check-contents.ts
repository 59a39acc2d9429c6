import assert from 'node:assert/strict';
import { signIn, type Product } from '@longhand/driver';
import { readContents, type Contents } from './contents.ts';
import { lastTitle, lastWords, openLastText, usernames } from './installation.ts';
import { replacing } from './writing.ts';

/**
 * Checks that a running product has the contents of an installation and the text that was in its
 * journal only, and that its users can sign in and write.
 *
 * @throws if it does not
 */
export async function checkContents(product: Product, expected: Contents): Promise<void> {
  for (const username of usernames) await signIn(product.url, username);
  const last = Object.entries(expected.documents).find(([, { title }]) => title === lastTitle);
  if (last === undefined) throw new Error(`There is no document ${lastTitle}.`);
  const [id, before] = last;
  const text = `${before.text}\n${lastWords}`;
  const documents = { ...expected.documents, [id]: { ...before, text } };
  assert.deepEqual(await readContents(product), { ...expected, documents });
  await checkWriting(product, id);
  assert.doesNotMatch(product.errors(), /"level":(50|60)/);
}

/** Replaces words that were in the journal only, and checks the change in the stored text. */
async function checkWriting(product: Product, id: string): Promise<void> {
  const text = await openLastText(product);
  await text.write(replacing('were only in the journal', 'are in the database'));
  text.close();
  const ada = await signIn(product.url, 'ada');
  const { content } = await ada.call('getDocument', { params: { id }, query: { format: 'text' } });
  assert.match(String(content), /These words are in the database when/);
}
