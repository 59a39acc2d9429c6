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

/** A message in another language. `source`: in English. `ofPages`: the application shows it. */
type Translation = {
  readonly id: string;
  readonly source: string;
  readonly text: string;
  readonly ofPages: boolean;
};

/** Sources whose texts the application does not show: the server and the service worker. */
const elsewhere = /^(?:\.\.\/server|vite)\//;

/** Returns the translations into a language. */
export async function readTranslations(language: string): Promise<Translation[]> {
  const catalogs = await getCatalogs(getConfig({ configPath }));
  const read = await Promise.all(catalogs.map((catalog) => catalog.read(language)));
  return read
    .flatMap((messages) => Object.entries(messages ?? {}))
    .flatMap(([id, { message, translation, origin = [] }]) => {
      const ofPages = origin.length === 0 || !origin.every(([file]) => elsewhere.test(file));
      return translation ? [{ id, source: message ?? id, text: translation, ofPages }] : [];
    });
}

/** Returns the name of the script with the translations of a language, without its hash. */
export const catalogName = (language: string): string => `language-${language}`;

/** Emits for each language a script with its translations, which the page names: see `pages`. */
export function catalogs(): Plugin {
  return {
    name: 'language-catalogs',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle() {
      const config = getConfig({ configPath });
      for (const locale of config.locales) {
        const translations = await readTranslations(locale);
        const shown = translations.filter(({ ofPages }) => ofPages);
        const messages = Object.fromEntries(shown.map(({ id, text }) => [id, text]));
        const { source, errors } = createCompiledCatalog(locale, messages, {
          namespace: 'window.languageCatalog',
          outputPrefix: '',
        });
        for (const { id, error } of errors) throw new Error(`${locale} ${id}: ${error.message}`);
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
        this.emitFile({
          type: 'asset',
          fileName: `assets/${catalogName(locale)}-${hash}.js`,
          source,
        });
      }
    },
  };
}
