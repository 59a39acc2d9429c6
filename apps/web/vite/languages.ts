import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { extractMessages, mapMacroOptions, transform } from '@lingui/native-tools';
import { sentenceTexts, unnamedTexts } from '@longhand/contract';
import type { Plugin } from 'vite';

const configPath = fileURLToPath(new URL('../lingui.config.ts', import.meta.url));

/** Modules whose texts are marked by macros. */
const marked = { id: /\.tsx?(?:$|\?)/, code: /from '@lingui\/(?:core|react)\/macro'/ };

/** The text of a message in a transformed module, as a string literal. */
const messageLiteral = /\bmessage: ("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/g;

/** True if a message is more than text: it has values, plurals or quotes of its syntax. */
const isCompound = (message: string): boolean => /^\[|[{}]|''/.test(message);

/** Returns the value of a string literal. */
function valueOf(literal: string): string {
  const inner = literal.slice(1, -1).replaceAll("\\'", "'");
  return JSON.parse(
    `"${literal.startsWith("'") ? inner.replaceAll('"', '\\"') : inner}"`,
  ) as string;
}

/**
 * Replaces messages with values by what the parser of messages makes of them, as JSON, so that
 * pages need no parser. `language.ts` reads it.
 *
 * @throws if a message cannot be parsed, or is not found in the code
 */
function compileMessages(code: string, messages: ReadonlySet<string>): string {
  const waiting = new Set([...messages].filter(isCompound));
  const compiled = code.replaceAll(messageLiteral, (whole, literal: string) => {
    const message = valueOf(literal);
    if (!messages.has(message) || !isCompound(message)) return whole;
    waiting.delete(message);
    return `message: ${JSON.stringify(JSON.stringify(compileMessageOrThrow(message)))}`;
  });
  if (waiting.size > 0) throw new Error(`messages were not compiled: ${[...waiting].join(', ')}`);
  return compiled;
}

/**
 * Turns the macros that mark texts into calls. In builds each call keeps its English text, so that
 * English pages load no catalog.
 */
export function texts(): Plugin {
  const config = getConfig({ configPath });
  return {
    name: 'texts',
    enforce: 'pre',
    transform: {
      filter: marked,
      async handler(code, id) {
        const name = id.replace(/\?.*$/, '').replace(/^.*[/\\]/, '');
        const result = await transform(code, name, {
          macro: mapMacroOptions(config, { descriptorFields: 'message' }),
        });
        if (this.environment.mode !== 'build')
          return { code: result.code, map: result.map ?? null };
        const { messages } = await extractMessages(code, name, { macro: mapMacroOptions(config) });
        const wanted = new Set(messages.flatMap(({ message }) => message ?? []));
        return { code: compileMessages(result.code, wanted), map: null };
      },
    },
  };
}

/** Module of the contract with messages, which are not marked by macros. */
const contractModule = /\/packages\/contract\/src\/sentence-texts\.ts$/;

/** Returns messages in the form in which pages read them: see {@link compileMessages}. */
function compiledTexts(given: Readonly<Record<string, string>>): string {
  const compiled = Object.entries(given).map(([id, text]) => {
    const message = compileMessageOrThrow(text);
    return [id, isCompound(text) ? JSON.stringify(message) : text];
  });
  return JSON.stringify(Object.fromEntries(compiled));
}

/** Compiles the messages of the contract in builds. */
export function contractSentences(): Plugin {
  return {
    name: 'contract-sentences',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: contractModule },
      handler: () =>
        `export const sentenceTexts = ${compiledTexts(sentenceTexts)};\nexport const unnamedTexts = ${compiledTexts(unnamedTexts)};\n`,
    },
  };
}

/**
 * Place in which a text is shown. `application`: pages of the router. `parts`: dialogs and the
 * editor of public pages. `site`: public pages; the build inserts it, and browsers load no catalog
 * for it.
 */
type Place = 'application' | 'parts' | 'site';

/** A message in another language. `source`: in English. `text`: empty if it is not translated. */
type Message = {
  readonly id: string;
  readonly source: string;
  readonly text: string;
  readonly places: ReadonlySet<Place>;
};

/** Returns the places that show the texts of a source: none for the server and its pages. */
function placesOf(file: string): readonly Place[] {
  if (/^(?:\.\.\/server|vite)\//.test(file)) return [];
  if (/^src\/site\/(?:islands|landing)\//.test(file)) return ['parts', 'site'];
  if (/^src\/(?:content|site)\/|\/contract\/src\/plans\.ts$/.test(file)) return ['site'];
  return ['application'];
}

/** Returns all messages of a language, also those that are not translated. */
async function readMessages(language: string): Promise<Message[]> {
  const catalogs = await getCatalogs(getConfig({ configPath }));
  const read = await Promise.all(catalogs.map((catalog) => catalog.read(language)));
  return read
    .flatMap((messages) => Object.entries(messages ?? {}))
    .map(([id, { message, translation, origin = [] }]) => {
      const places = new Set(origin.flatMap(([file]) => placesOf(file)));
      return { id, source: message ?? id, text: translation ?? '', places };
    });
}

/** Returns the translations into a language. */
export async function readTranslations(language: string): Promise<Message[]> {
  return (await readMessages(language)).filter(({ text }) => text !== '');
}

/**
 * Returns the compiled translations into the languages in which public pages are built: those in
 * which all of their texts are translated. A page that is English in parts would have no language.
 */
export async function readSiteCatalogs(): Promise<ReadonlyMap<string, CompiledMessages>> {
  const found = new Map<string, CompiledMessages>();
  for (const language of getConfig({ configPath }).locales) {
    const messages = await readMessages(language);
    if (messages.some(({ text, places }) => text === '' && places.has('site'))) continue;
    const translated = messages.filter(({ text }) => text !== '');
    const compiled = translated.map(({ id, text }) => [id, compileMessageOrThrow(text)] as const);
    found.set(language, Object.fromEntries(compiled));
  }
  return found;
}

/** Messages by id, as the library reads them. */
type CompiledMessages = Record<string, ReturnType<typeof compileMessageOrThrow>>;

/** Returns the name of the script with the translations of a language, without its hash. */
export const catalogName = (language: string): string => `language-${language}`;

/** Returns the name of the script that adds those of {@link Place} `parts`, without its hash. */
export const partsCatalogName = (language: string): string => `parts-language-${language}`;

/**
 * Returns translations as a script, or as JSON.
 *
 * @throws if a translation cannot be parsed
 */
function compiledCatalog(
  locale: string,
  translations: readonly Message[],
  namespace: 'window.languageCatalog' | 'json',
): string {
  const messages = Object.fromEntries(translations.map(({ id, text }) => [id, text]));
  const { source, errors } = createCompiledCatalog(locale, messages, {
    namespace,
    outputPrefix: '',
  });
  for (const { id, error } of errors) throw new Error(`${locale} ${id}: ${error.message}`);
  return source;
}

/**
 * Emits for each language a script with the translations of the application, which its pages name
 * (`app-pages.ts`), and a script that adds those of the parts of public pages to it.
 */
export function catalogs(): Plugin {
  return {
    name: 'language-catalogs',
    apply: 'build',
    async generateBundle() {
      const emit = (name: string, source: string): void => {
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
        this.emitFile({ type: 'asset', fileName: `assets/${name}-${hash}.js`, source });
      };
      for (const locale of getConfig({ configPath }).locales) {
        const translations = await readTranslations(locale);
        const application = translations.filter(({ places }) => places.has('application'));
        const added = translations.filter(
          ({ places }) => places.has('parts') && !places.has('application'),
        );
        emit(catalogName(locale), compiledCatalog(locale, application, 'window.languageCatalog'));
        emit(
          partsCatalogName(locale),
          `Object.assign(window.languageCatalog.messages,${compiledCatalog(locale, added, 'json')}.messages);`,
        );
      }
    },
  };
}
