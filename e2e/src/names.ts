import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatter } from '@lingui/format-po';

/**
 * Returns the pattern of a whole name in the language: of the translation, or of the English text,
 * which is shown where there is no translation. A value that is not given may be any text.
 *
 * @param text the English text, as in the catalogs
 * @throws {Error} if no page has the text
 */
export type Names = (text: string, values?: Readonly<Record<string, string>>) => RegExp;

const catalogs = join(import.meta.dirname, '../../apps/web/languages');
const format = formatter({ lineNumbers: false });

/** Marks that isolate a value, or an English text, from the direction of the text around it. */
const isolates = '[\u2066-\u2069]*';

/**
 * Creates the function that finds elements by their English names on pages in a language.
 *
 * @param language the language of the pages; any catalog has the English texts
 */
export function namesIn(language: string): Names {
  const isEnglish = language === 'en';
  const locale = isEnglish ? 'de' : language;
  const filename = join(catalogs, `${locale}.po`);
  const parsed = format.parse(readFileSync(filename, 'utf8'), {
    locale,
    sourceLocale: 'en',
    filename,
  });
  if (parsed instanceof Promise) throw new Error(`${filename} is not read at once`);
  const shown = new Map<string, Set<string>>();
  for (const [id, { message = id, translation = '' }] of Object.entries(parsed)) {
    const texts = shown.get(message) ?? new Set([message]);
    if (!isEnglish && translation !== '') texts.add(translation);
    shown.set(message, texts);
  }
  return (text, values = {}) => {
    const texts = shown.get(text);
    if (texts === undefined) throw new Error(`No page has the text “${text}”.`);
    const patterns = [...texts].map((each) => patternOf(each, values));
    return new RegExp(`^${isolates}(?:${patterns.join('|')})${isolates}$`, 'u');
  };
}

/** A value, a plural with its forms, or an element; the innermost first. */
const part = /\{(\w+)\}|\{[^{}]*\}|<\/?\d+\/?>/u;
const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`);

/** Returns the pattern of a message with values, plural forms and elements. */
function patternOf(message: string, values: Readonly<Record<string, string>>): string {
  const patterns: string[] = [];
  let text = message;
  for (let found = part.exec(text); found !== null; found = part.exec(text)) {
    const given = values[found[1] ?? ''];
    // A private character stands for each part, so that a plural is matched after its forms.
    text = text.replace(part, String.fromCodePoint(0xe000 + patterns.length));
    patterns.push(given === undefined ? '.*' : isolates + escaped(given) + isolates);
  }
  return [...escaped(text)]
    .map((each) => patterns[(each.codePointAt(0) ?? 0) - 0xe000] ?? each)
    .join('');
}
