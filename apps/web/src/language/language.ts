import { i18n } from '@lingui/core';
import { directionOf } from '@longhand/contract';

/**
 * The texts of the page's language. A script sets them that the page names before all modules; the
 * build of public pages does so, too, where there is no page yet. `language`: then its language.
 */
export type Catalog = {
  readonly language?: string;
  readonly messages: Parameters<typeof i18n.load>[1];
};

declare global {
  var languageCatalog: Catalog | undefined;
}

const page = typeof document === 'undefined' ? null : document.documentElement;

/** Language of the page: a BCP 47 tag. It stays the same until the page is loaded again. */
export const language: string = page?.lang || globalThis.languageCatalog?.language || 'en';

/** Direction of the language's script. */
export const direction = directionOf(language);

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

export { i18n };
