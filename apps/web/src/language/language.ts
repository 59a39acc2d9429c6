import { I18n, type MessageDescriptor, type MessageOptions } from '@lingui/core';
import { directionOf, isolate, isolateEnglish } from '@longhand/contract';

/**
 * The texts of the page's language. A script sets them that the page names before all modules; the
 * build of public pages does so, too, where there is no page yet. `language`: then its language.
 */
export type Catalog = {
  readonly language?: string;
  readonly messages: Parameters<I18n['load']>[1];
};

declare global {
  var languageCatalog: Catalog | undefined;
}

const page = typeof document === 'undefined' ? null : document.documentElement;

/** Language of the page: a BCP 47 tag. It stays the same until the page is loaded again. */
export const language: string = page?.lang || globalThis.languageCatalog?.language || 'en';

/** Direction of the language's script. */
export const direction = directionOf(language);

type Values = Readonly<Record<string, unknown>>;

/**
 * The texts of the page. Values in the other direction than the language are isolated, so is an
 * English text without a translation on a page from right to left: both keep their punctuation in
 * its place.
 */
class Texts extends I18n {
  override _(descriptor: MessageDescriptor): string;
  override _(id: string, values?: Values, options?: MessageOptions): string;
  override _(given: MessageDescriptor | string, values?: Values, options?: MessageOptions): string {
    const {
      id,
      message,
      values: own = values,
    } = typeof given === 'string' ? { id: given, message: options?.message } : given;
    const text = super._(
      id,
      isolated(own),
      message === undefined ? options : { ...options, message },
    );
    return isForeign(id) ? isolateEnglish(text) : text;
  }
}

function isolated(values: Values = {}): Record<string, unknown> {
  const shown = Object.entries(values).map(([key, value]) => [
    key,
    typeof value === 'string' ? isolate(i18n.locale, value) : value,
  ]);
  return Object.fromEntries(shown) as Record<string, unknown>;
}

/** True if a text is English on a page from right to left. */
function isForeign(id: string): boolean {
  return directionOf(i18n.locale) === 'rtl' && !Object.hasOwn(i18n.messages, id);
}

/** The texts of the page in its language. */
export const i18n = new Texts({});

/** Messages that the build has compiled, by their source. */
const compiled = new Map<string, string[]>();

/**
 * Returns a message as the formatter reads it. The build compiles messages with values to JSON
 * (`vite/languages.ts`), so that pages load no parser.
 */
function readCompiled(message: string): string[] {
  if (!message.startsWith('[')) return [message];
  const known = compiled.get(message);
  if (known !== undefined) return known;
  const read = JSON.parse(message) as string[];
  compiled.set(message, read);
  return read;
}

if (import.meta.env?.PROD) i18n.setMessagesCompiler(readCompiled);
i18n.loadAndActivate({
  locale: language,
  messages: globalThis.languageCatalog?.messages ?? {},
});
