import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type I18n, setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { formerMemberName, guestPrefix, isolate, type Language } from '@longhand/contract';
import { parsePo } from 'pofile-ts';
import { currentCaller } from './work.ts';

export type { I18n };

/** Folder of the translations, which the pages share: docs/translating.md. */
const folder = join(import.meta.dirname, '../../../web/languages');

const opened = new Map<Language, Promise<I18n>>();

/**
 * Returns the texts of the server in a language: `` i18n._('Hello {name},', { name }) `` is the
 * translation of this English text, or the text itself if there is none. A catalog is read at its
 * first use, so that a start waits for none.
 */
export function translationsOf(language: Language): Promise<I18n> {
  const known = opened.get(language);
  if (known !== undefined) return known;
  const reading = read(language);
  opened.set(language, reading);
  // A later call reads again.
  reading.catch(() => opened.delete(language));
  return reading;
}

/** Returns the language of the caller. English if it is not known. */
export function languageOfCaller(): Language {
  return currentCaller()?.language ?? 'en';
}

/**
 * Returns the texts of the server in the language of the caller, for content that a call creates,
 * such as the title of a copy. English if the language is not known.
 */
export function textsOfCaller(): Promise<I18n> {
  return translationsOf(languageOfCaller());
}

async function read(language: Language): Promise<I18n> {
  const messages = language === 'en' ? {} : await readCatalog(language);
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } });
  return i18n.setMessagesCompiler(compileMessage);
}

/** Returns translations by their English text, or by the id of a text of the contract. */
async function readCatalog(language: Language): Promise<Record<string, string>> {
  const { items } = parsePo(await readFile(join(folder, `${language}.po`), 'utf8'));
  const translated = items.flatMap(({ msgid, msgctxt, msgstr: [text = ''] }) =>
    msgctxt === null && text !== '' ? [[msgid, text] as const] : [],
  );
  return Object.fromEntries(translated);
}

/** Locale for dates in a language: British English, as on pages, otherwise the language. */
export function dateLocaleOf({ locale }: I18n): string {
  return locale === 'en' ? 'en-GB' : locale;
}

/**
 * Returns a name for a text of plain characters, isolated if it runs in the other direction. See
 * `isolate` of the contract.
 */
export function isolated({ locale }: I18n, name: string): string {
  return isolate(locale, name);
}

/** Returns the stored name of a user in the language of a text: see `shownName` of the pages. */
export function shownName(i18n: I18n, name: string): string {
  if (name === formerMemberName) return i18n._('A former member');
  if (!name.startsWith(guestPrefix)) return name;
  return i18n._('(guest) {name}', { name: name.slice(guestPrefix.length) });
}
