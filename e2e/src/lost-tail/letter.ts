import { expect, onTestFinished } from 'vitest';
import { addParagraph, openOwnClient, signUp, textName, until, wordsOf } from '@longhand/driver';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';

type Page = ReturnType<typeof openOwnClient>;

/** A document on which two users write in turn, so that each word continues one of the other. */
export type Letter = {
  /** Types a dozen words that begin with `mark`, and waits until they are saved and seen. */
  type(mark: string): Promise<void>;
  /** Types such words also on a third page, and closes that page. */
  typeAndClose(mark: string): Promise<void>;
  /**
   * Expects that the server sends all words, also those of the closed page, to a new page, and that
   * the open pages go on.
   */
  expectAll(): Promise<void>;
  /** Returns the words that the server sends to a new page. */
  stored(): Promise<string>;
};

/** Time in which everything that was lost has to be back (ms). */
const backWithin = 60_000;

/**
 * Creates a {@link Letter}.
 *
 * @param urls addresses of the product for its two users; the same after each restart
 */
export async function writeLetter(urls: readonly [string, string]): Promise<Letter> {
  const { open, pages, third } = await openPages(urls);
  const words: string[] = [];

  async function typeOn(writers: readonly Page[], mark: string): Promise<void> {
    const fresh = Array.from({ length: 12 }, (_, at) => `${mark}${String(at).padStart(2, '0')}`);
    for (const [at, word] of fresh.entries()) {
      const { doc } = writers[at % writers.length] as Page;
      const before = fresh[at - 1] ?? '';
      await until('the word before is there', () => wordsOf(doc).includes(before));
      const text = doc.getText(textName);
      text.insert(text.length, `${word} `);
    }
    const last = fresh.at(-1) ?? '';
    await until('all is saved and seen', () =>
      [...writers, ...pages].every((page) => isSaved(page) && wordsOf(page.doc).includes(last)),
    );
    words.push(...fresh);
  }

  async function stored(): Promise<string> {
    const visitor = open(0);
    await until('connected', () => visitor.link.state.synced, backWithin);
    const text = wordsOf(visitor.doc);
    visitor.doc.destroy();
    return text;
  }

  return {
    type: (mark) => typeOn(pages, mark),
    async typeAndClose(mark) {
      await typeOn([...pages, third], mark);
      third.doc.destroy();
    },
    stored,
    async expectAll() {
      await until('a new page has all words', () => hasAll(stored, words), backWithin);
      await until('all is saved', () => pages.every(isSaved), backWithin);
      await typeOn(pages, 'more');
      const text = await stored();
      for (const word of words) expect(text.split(word), word).toHaveLength(2);
      for (const { doc } of pages) expect(wordsOf(doc)).toBe(text);
    },
  };
}

/** Opens a new document on a page of each user, and on a third one. */
async function openPages(urls: readonly [string, string]): Promise<{
  open: (user: 0 | 1) => Page;
  pages: readonly [Page, Page];
  third: Page;
}> {
  const people = [await signUp(urls[0], 'ada'), await signUp(urls[0], 'ben')] as const;
  const { id } = await people[0].call('createDocument', { body: { title: 'A letter' } });
  await people[0].call('addDocumentCollaborator', {
    params: { id },
    body: { usernameOrEmail: 'ben', role: 'editor' },
  });
  const open = (user: 0 | 1): Page => {
    const [url, person] = [urls[user], people[user]];
    const page = openOwnClient({ url, person, documentId: id, outbox: createMemoryOutbox() });
    onTestFinished(() => page.doc.destroy());
    return page;
  };
  const [pages, third] = [[open(0), open(1)] as const, open(1)];
  await until('connected', () => [...pages, third].every(({ link }) => link.state.synced));
  addParagraph(pages[0].doc, '');
  await until('all have it', () => [...pages, third].every(({ doc }) => wordsOf(doc) !== ''));
  return { open, pages, third };
}

const isSaved = ({ link }: Page): boolean =>
  link.state.connected && link.state.saved.kind === 'saved';

async function hasAll(stored: () => Promise<string>, words: readonly string[]): Promise<boolean> {
  const text = await stored();
  return words.every((word) => text.includes(word));
}
