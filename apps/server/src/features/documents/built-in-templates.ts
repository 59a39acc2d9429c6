import { readFileSync } from 'node:fs';
import { jsonOfMarkdown, type NodeJson } from '@longhand/document';

/** The built-in templates: name, description, and the file of the text. Ids never change. */
const list = [
  {
    id: '01990000-0000-7000-8000-000000000001',
    file: 'meeting-notes',
    name: 'Meeting notes',
    description: 'Discussion, decisions and tasks of a meeting',
  },
  {
    id: '01990000-0000-7000-8000-000000000002',
    file: 'brief',
    name: 'Brief',
    description: 'Topic, readers and deadline of a text',
  },
  {
    id: '01990000-0000-7000-8000-000000000003',
    file: 'article',
    name: 'Article',
    description: 'A story with an introduction, a main part and an end',
  },
  {
    id: '01990000-0000-7000-8000-000000000004',
    file: 'press-release',
    name: 'Press release',
    description: 'News for the press, with a contact',
  },
  {
    id: '01990000-0000-7000-8000-000000000005',
    file: 'report',
    name: 'Report',
    description: 'Question, findings and recommendations',
  },
  {
    id: '01990000-0000-7000-8000-000000000006',
    file: 'release-notes',
    name: 'Release notes',
    description: 'New features, improvements and fixes',
  },
  {
    id: '01990000-0000-7000-8000-000000000007',
    file: 'style-guide',
    name: 'Style guide',
    description: 'Rules for writing, and preferred words',
  },
  {
    id: '01990000-0000-7000-8000-000000000008',
    file: 'decision-record',
    name: 'Decision record',
    description: 'A decision, its reasons and the alternatives',
  },
  {
    id: '01990000-0000-7000-8000-000000000009',
    file: 'interview',
    name: 'Interview',
    description: 'Questions and answers, with a checklist',
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

/** Reads the Markdown of a template: the first line is the title, the rest the text. */
function readTemplate({ id, file, name, description }: (typeof list)[number]): BuiltInTemplate {
  const text = readFileSync(new URL(`./built-in/${file}.md`, import.meta.url), 'utf8');
  const [first = '', ...rest] = text.split('\n');
  return {
    id,
    name,
    description,
    title: first.replace(/^#\s*/, ''),
    content: jsonOfMarkdown(rest.join('\n')),
  };
}

/** The built-in templates, read once when the program is loaded. */
export const builtInTemplates: readonly BuiltInTemplate[] = list.map(readTemplate);
