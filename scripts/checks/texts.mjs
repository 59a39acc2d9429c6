import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, traverse } from '@babel/core';
import { formatter } from '@lingui/format-po';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { extractMessagesFromFiles } from '@lingui/native-tools';
import {
  contractMessages,
  hasServerTexts,
  planMessages,
  serverTextsIn,
} from '../../apps/web/vite/contract-texts.ts';
import { headingsOf } from '../../apps/web/vite/heading-ids.ts';

/** Sources whose texts are translated. */
const folder = 'apps/web/src/';

/** Parts of the sources that are not translated: pages of tests. */
export const notTranslated = ['editor/testing/'];

/** Parts of the server whose texts are translated where they are written: those of mails. */
const ofServer =
  /^apps\/server\/src\/(?:mail\/|features\/(?:factors\/(?!confirmation)|notifications\/))[\w-]+\.ts$/;

/**
 * Parts with the sentences of reports of imports and exports. They have no catalogs: the server
 * translates what is in the list of {@link remarks}.
 */
const ofReports = /^(?:apps\/server\/src\/features\/transfer|packages\/document\/src)\/.*\.ts$/;

/** Module with the marked texts of reports. */
const remarks = 'apps/server/src/features/transfer/remark-texts.ts';

/** Languages whose translation must be complete. The others show English where they have none. */
const complete = ['de'];
const begun = ['fr', 'ar', 'he'];

/** Attributes that a user reads or hears. */
const shown = new Set([
  'alt',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'description',
  'label',
  'legend',
  'placeholder',
  'question',
  'title',
  'verb',
]);
/** Keys of objects whose values are shown. */
const shownKeys = new Set([
  'label',
  'name',
  'title',
  'text',
  'heading',
  'description',
  'subject',
  'words',
]);
/** Names that are the same in all languages. */
const names =
  /^(?:Longhand|Ines|Tomás|https:\/\/\S*|example\.org|Mac OS|Word|LaTeX|Markdown|HTML|PDF|EPUB|JSON|CSV|SVG|API|URL|S3|Ctrl|Swift|Safari|Rust|Ruby|Kotlin|Java|Python|Lua|Makefile|Opera|Firefox|Chrome|Edge|Go|React|Bash|JavaScript|TypeScript)$/;

const letters = /\p{L}{2}/u;
/** A sentence, or the beginning of one. */
const sentence = /^\W?\p{Lu}\p{Ll}+(?: \S|[….!?:])|^\p{Lu}\p{Ll}* \p{Ll}+/u;

/** A whole sentence, in which … is a value. */
const whole = /^[\p{Lu}…].* .*[.!?]$/u;
/** A sentence that begins with a value. */
const afterValue = /^…:? \p{L}.* .*\p{L}[.!?]$/u;

/** True if a text in the code is a sentence, or stands where texts are shown. */
function isText(text, path) {
  if (names.test(text) || !letters.test(text)) return false;
  const { parent } = path;
  if (parent.type === 'ObjectProperty' && parent.value === path.node)
    return shownKeys.has(parent.key.name) ? /^\p{Lu}\p{Ll}/u.test(text) : whole.test(text);
  return sentence.test(text);
}

/** True if pages do not show a text: an error for developers, a type, a value that is compared. */
function isInternal(path) {
  const { parent } = path;
  if (parent.type === 'TaggedTemplateExpression' || parent.type.startsWith('TS')) return true;
  if (parent.type === 'BinaryExpression' && /^[!=]/.test(parent.operator)) return true;
  return (
    path.findParent(
      (each) =>
        (each.isNewExpression() && /(?:Error|Fault)$/.test(each.node.callee.name ?? '')) ||
        (each.isCallExpression() &&
          /^(?:console|i18n|plural|t|msg)$/.test(nameOf(each.node.callee))) ||
        each.isImportDeclaration() ||
        each.isJSXAttribute(),
    ) !== null
  );
}

const nameOf = (callee) => callee.name ?? callee.object?.name ?? '';

/** True if an element marks its content, or contains something other than language. */
const isMarked = (path) =>
  path.findParent(
    (each) =>
      each.isJSXElement() && /^(?:Trans|code|kbd|pre)$/.test(each.node.openingElement.name.name),
  ) !== null;

/** Returns the unmarked texts of a source, each with the number of its line. */
export function unmarkedTexts(source, name) {
  const found = [];
  const plugins = ['typescript', ...(name.endsWith('x') ? ['jsx'] : [])];
  const tree = parseSync(source, {
    filename: name,
    configFile: false,
    babelrc: false,
    parserOpts: { plugins },
  });
  const add = (path, text) => found.push({ line: path.node.loc.start.line, text: text.trim() });
  traverse(tree, {
    JSXText(path) {
      const { value } = path.node;
      if (letters.test(value) && !names.test(value.trim()) && !isMarked(path)) add(path, value);
    },
    JSXAttribute(path) {
      const { name: attribute, value } = path.node;
      if (value?.type === 'StringLiteral' && shown.has(attribute.name) && letters.test(value.value))
        if (!names.test(value.value)) add(path, value.value);
    },
    StringLiteral(path) {
      if (!isInternal(path) && isText(path.node.value, path)) add(path, path.node.value);
    },
    TemplateLiteral(path) {
      const text = path.node.quasis.map(({ value }) => value.cooked).join('…');
      if (!isInternal(path) && (sentence.test(text) || afterValue.test(text))) add(path, text);
    },
  });
  return found;
}

/**
 * Returns the whole sentences of a source of reports that are not among the marked texts. A value
 * in a sentence can be any part of the marked one.
 */
export function unmarkedSentences(source, name, marked) {
  return unmarkedTexts(source, name).filter(
    ({ text }) => whole.test(text) && !marked.some((each) => hasParts(each, text.split('…'))),
  );
}

/** True if a text begins with the first of these parts, has all in order, and ends in the last. */
function hasParts(text, parts) {
  let at = 0;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0 || (at === 0 && part === parts[0] && found > 0)) return false;
    at = found + part.length;
  }
  return text.endsWith(parts.at(-1) ?? '');
}

/** Finds texts that are not marked for translation. Returns a sentence for each. */
export async function findUnmarkedTexts(root, files) {
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const sources = files.filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !/\.test(?:ing)?\.tsx?$/.test(file) &&
      !notTranslated.some((part) => file.startsWith(folder + part)),
  );
  const marked = files.includes(remarks)
    ? (await serverTextsIn(read(remarks), remarks)).map(({ message }) => message)
    : [];
  const found = (file) => {
    if (file.startsWith(folder) || ofServer.test(file)) return unmarkedTexts(read(file), file);
    return ofReports.test(file) ? unmarkedSentences(read(file), file, marked) : [];
  };
  return sources.flatMap((file) =>
    found(file).map(
      ({ line, text }) =>
        `${file}:${line} shows “${text}”, which is not marked: docs/translating.md`,
    ),
  );
}

/** Returns the names of the values in a compiled message. */
const namesIn = (parts) =>
  parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    const [name, , choices = {}] = part;
    const within = typeof choices === 'object' ? Object.values(choices) : [];
    return [name, ...within.flatMap((each) => (Array.isArray(each) ? namesIn(each) : []))];
  });

/**
 * Returns the names of the values and elements of a message, in order.
 *
 * @throws if the message cannot be parsed
 */
function valuesIn(message) {
  const compiled = compileMessageOrThrow(message);
  const names = typeof compiled === 'string' ? [] : namesIn(compiled);
  const elements = [...message.matchAll(/<\/?(\d+)\/?>/g)].map(([, at]) => at);
  return [...new Set([...names, ...elements])].sort().join();
}

/** Reads the catalog of a language: the messages by id. */
async function readCatalog(root, language) {
  const filename = join(root, `apps/web/languages/${language}.po`);
  return formatter().parse(readFileSync(filename, 'utf8'), {
    locale: language,
    sourceLocale: 'en',
    filename,
  });
}

/** Returns the texts of the server by their ids. */
async function serverMessages(root, files) {
  const found = [];
  for (const file of files.filter(hasServerTexts))
    found.push(...(await serverTextsIn(readFileSync(join(root, file), 'utf8'), file)));
  return found.map(({ id, message }) => [id, message]);
}

/**
 * Finds texts without an entry in the catalogs, entries without a text, missing translations of the
 * complete languages, and translations with other values than the text. Returns a sentence for
 * each.
 */
export async function findCatalogFaults(root, files) {
  const sources = files
    .filter(
      (file) => file.startsWith(folder) && /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
    )
    .map((file) => join(root, file));
  const { messages } = await extractMessagesFromFiles(sources);
  const used = new Map([
    ...messages.map(({ id, message }) => [id, message ?? id]),
    ...contractMessages(),
    ...planMessages(),
    ...(await serverMessages(root, files)),
  ]);
  const faults = [];
  for (const language of [...complete, ...begun]) {
    const catalog = await readCatalog(root, language);
    for (const [id, message] of used)
      if (catalog[id] === undefined)
        faults.push(`${language}: no entry for “${message}”; run npm run texts`);
    for (const [id, { message: named = '', translation = '' }] of Object.entries(catalog)) {
      const message = used.get(id) ?? named;
      if (!used.has(id)) faults.push(`${language}: “${message}” is not used; run npm run texts`);
      else if (translation === '' && complete.includes(language))
        faults.push(`${language}: no translation of “${message}”`);
      else if (translation !== '' && valuesIn(translation) !== valuesIn(message))
        faults.push(`${language}: “${translation}” has other values than “${message}”`);
    }
  }
  return faults;
}

/** Path of an article: its language, if it is not English, and its name with its folder. */
const article = /^apps\/web\/src\/content\/(?:([a-z]{2})\/)?([\w-]+\/[\w-]+\.mdx)$/;

/** Metadata at the beginning of an article. */
const metadata = /^export const article = \{[\s\S]*?^\};/m;

/**
 * Finds articles without a translation in the complete languages, translations without an original,
 * and those with other headings or links than it. Returns a sentence for each.
 */
export function findArticleFaults(root, files) {
  const named = files.flatMap((file) => {
    const [, language = 'en', name] = article.exec(file) ?? [];
    return name === undefined ? [] : [{ file, language, name }];
  });
  const originals = named.filter(({ language }) => language === 'en');
  const missing = complete.flatMap((language) =>
    originals
      .filter(({ name }) => !named.some((each) => each.language === language && each.name === name))
      .map(({ file }) => `${language}: no translation of ${file}`),
  );
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const others = named
    .filter(({ language }) => language !== 'en')
    .flatMap(({ file, name }) => {
      const original = `apps/web/src/content/${name}`;
      if (!existsSync(join(root, original))) return [`${file} has no original ${original}`];
      const difference = differenceOf(read(original), read(file));
      return difference === null ? [] : [`${file} has other ${difference} than ${original}`];
    });
  return [...missing, ...others];
}

/** Returns what differs between an article and its translation; null if nothing does. */
export function differenceOf(original, translation) {
  const parts = {
    headings: (source) => headingsOf(source).map(({ level }) => level),
    links: (source) => [...source.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href]) => href).sort(),
    'blocks of code': (source) => source.match(/^```[\s\S]*?^```/gm) ?? [],
    metadata: (source) =>
      [...(metadata.exec(source)?.[0] ?? '').matchAll(/^  (\w+):/gm)].map(([, key]) => key),
  };
  const differs = ([, partsOf]) =>
    JSON.stringify(partsOf(original)) !== JSON.stringify(partsOf(translation));
  return Object.entries(parts).find(differs)?.[0] ?? null;
}
