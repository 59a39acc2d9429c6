import { readFileSync } from 'node:fs';
import { type Language, languageOf } from '@longhand/contract';
import { jsonOfMarkdown, type NodeJson } from '@longhand/document';
import type { I18n } from '../../platform/translations.ts';

/** The built-in templates: name, description, and the file of the text. Ids never change. */
const list = [
  {
    id: '01990000-0000-7000-8000-000000000001',
    file: 'meeting-notes',
    name: (i18n: I18n) => i18n._('Meeting notes'),
    description: (i18n: I18n) => i18n._('Discussion, decisions and tasks of a meeting'),
  },
  {
    id: '01990000-0000-7000-8000-000000000002',
    file: 'brief',
    name: (i18n: I18n) => i18n._('Brief'),
    description: (i18n: I18n) => i18n._('Topic, readers and deadline of a text'),
  },
  {
    id: '01990000-0000-7000-8000-000000000003',
    file: 'article',
    name: (i18n: I18n) => i18n._('Article'),
    description: (i18n: I18n) => i18n._('A story with an introduction, a main part and an end'),
  },
  {
    id: '01990000-0000-7000-8000-000000000004',
    file: 'press-release',
    name: (i18n: I18n) => i18n._('Press release'),
    description: (i18n: I18n) => i18n._('News for the press, with a contact'),
  },
  {
    id: '01990000-0000-7000-8000-000000000005',
    file: 'report',
    name: (i18n: I18n) => i18n._('Report'),
    description: (i18n: I18n) => i18n._('Question, findings and recommendations'),
  },
  {
    id: '01990000-0000-7000-8000-000000000006',
    file: 'release-notes',
    name: (i18n: I18n) => i18n._('Release notes'),
    description: (i18n: I18n) => i18n._('New features, improvements and fixes'),
  },
  {
    id: '01990000-0000-7000-8000-000000000007',
    file: 'style-guide',
    name: (i18n: I18n) => i18n._('Style guide'),
    description: (i18n: I18n) => i18n._('Rules for writing, and preferred words'),
  },
  {
    id: '01990000-0000-7000-8000-000000000008',
    file: 'decision-record',
    name: (i18n: I18n) => i18n._('Decision record'),
    description: (i18n: I18n) => i18n._('A decision, its reasons and the alternatives'),
  },
  {
    id: '01990000-0000-7000-8000-000000000009',
    file: 'interview',
    name: (i18n: I18n) => i18n._('Interview'),
    description: (i18n: I18n) => i18n._('Questions and answers, with a checklist'),
  },
] as const;

/** A built-in template. `title` and `content` may contain placeholders in double braces. */
export type BuiltInTemplate = {
  id: string;
  name: string;
  description: string;
  title: string;
  content: NodeJson;
};

type Text = Pick<BuiltInTemplate, 'title' | 'content'>;

/** Reads the Markdown of a template: the first line is the title, the rest the text. */
function readText(path: string): Text {
  const text = readFileSync(new URL(`./built-in/${path}.md`, import.meta.url), 'utf8');
  const [first = '', ...rest] = text.split('\n');
  return { title: first.replace(/^#\s*/, ''), content: jsonOfMarkdown(rest.join('\n')) };
}

const readTexts = (folder: string): readonly Text[] =>
  list.map(({ file }) => readText(`${folder}${file}`));

/** The texts in the order of the list, read once when the program is loaded. */
const english = readTexts('');
const texts: { readonly [Each in Language]?: readonly Text[] } = { de: readTexts('de/') };

/** Returns the built-in templates in a language. Their texts are English if it has none. */
export function builtInTemplates(i18n: I18n): readonly BuiltInTemplate[] {
  const own = texts[languageOf(i18n.locale) ?? 'en'] ?? english;
  return own.map((text, at) => {
    const { id, name, description } = list[at] as (typeof list)[number];
    return { id, name: name(i18n), description: description(i18n), ...text };
  });
}
