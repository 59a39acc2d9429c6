import { textName, type openOwnClient, type Person } from '@longhand/driver';
import type { createMemoryOutbox } from '@longhand/sync/testing/memory';

/** Code of the pages of a version. */
export type Pages = {
  readonly openOwnClient: typeof openOwnClient;
  readonly createMemoryOutbox: typeof createMemoryOutbox;
};

/**
 * Address and user of a page. `mark`: the letter that its words begin with. `pace`: time between
 * two words (ms).
 */
export type PageOptions = {
  readonly url: string;
  readonly person: Person;
  readonly documentId: string;
  readonly mark: string;
  readonly pace: number;
};

/** Opens a page of a version, which writes numbered words. */
export function openWriter({ openOwnClient, createMemoryOutbox }: Pages, options: PageOptions) {
  const { doc, link } = openOwnClient({ ...options, outbox: createMemoryOutbox() });
  let typed = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const wordOf = (number: number): string => `${options.mark}${String(number).padStart(5, '0')}`;
  return {
    doc,
    link,
    documentId: options.documentId,
    /** Name of the page in messages. */
    name: `${options.mark} of ${options.person.user.username}`,
    begin() {
      const text = doc.getText(textName);
      timer = setInterval(() => {
        text.insert(text.length, `${wordOf((typed += 1))} `);
      }, options.pace);
    },
    end: () => clearInterval(timer),
    typed: () => typed,
    words: () => Array.from({ length: typed }, (_, at) => wordOf(at + 1)),
    isSaved: (): boolean => link.state.connected && link.state.saved.kind === 'saved',
    close() {
      clearInterval(timer);
      doc.destroy();
    },
  };
}

/** A page that {@link openWriter} has opened. */
export type Writer = ReturnType<typeof openWriter>;

/** Returns functions that compare a text with all words of writers, each of which it has once. */
export function expectedIn(writers: readonly Writer[]) {
  const all = writers.flatMap(({ words }) => words()).sort();
  const wordsIn = (text: string): string[] => (text.match(/[a-d]\d{5}/g) ?? []).sort();
  return {
    isIn: (text: string): boolean => wordsIn(text).join(' ') === all.join(' '),
    differenceOf(text: string): string {
      const found = wordsIn(text);
      const missing = all.filter((word) => !found.includes(word));
      const added = found.filter((word, at) => word === found[at - 1] || !all.includes(word));
      return `missing ${missing.slice(0, 5).join(' ')}, twice or unknown ${added.slice(0, 5).join(' ')}`;
    },
  };
}
