import { readFileSync } from 'node:fs';
import { jsonOfMarkdown, type NodeJson } from '@longhand/document';

/** The built-in templates: name, description, and the file of the text. Ids never change. */
const list = [
  {
    id: '01990000-0000-7000-8000-000000000001',
    file: 'meeting-notes',
    name: 'Meeting notes',
    description: 'What was said, decided and given to whom',
  },
  {
    id: '01990000-0000-7000-8000-000000000002',
    file: 'brief',
    name: 'Brief',
    description: 'What is to be written, for whom, until when',
  },
  {
    id: '01990000-0000-7000-8000-000000000003',
    file: 'article',
    name: 'Article',
    description: 'A story with a beginning, a point and an end',
  },
  {
    id: '01990000-0000-7000-8000-000000000004',
    file: 'press-release',
    name: 'Press release',
    description: 'News that a newsroom can use as it is',
  },
  {
    id: '01990000-0000-7000-8000-000000000005',
    file: 'report',
    name: 'Report',
    description: 'What was asked, found and recommended',
  },
  {
    id: '01990000-0000-7000-8000-000000000006',
    file: 'release-notes',
    name: 'Release notes',
    description: 'What is new, better and put right',
  },
  {
    id: '01990000-0000-7000-8000-000000000007',
    file: 'style-guide',
    name: 'Style guide',
    description: 'How a house writes, and which words it uses',
  },
  {
    id: '01990000-0000-7000-8000-000000000008',
    file: 'decision-record',
    name: 'Decision record',
    description: 'What was decided, why, and what else was possible',
  },
  {
    id: '01990000-0000-7000-8000-000000000009',
    file: 'interview',
    name: 'Interview',
    description: 'Questions and answers, with what has to be checked',
  },
] as const;

/** A built-in template. `title` and `content` may contain placeholders in double braces. */
export type BuiltInTemplate = { id: string; name: string; description: string; title: string; content: NodeJson };

/** Reads the Markdown of a template: the first line is the title, the rest the text. */
function readTemplate({ id, file, name, description }: (typeof list)[number]): BuiltInTemplate {
  const text = readFileSync(new URL(`./built-in/${file}.md`, import.meta.url), 'utf8');
  const [first = '', ...rest] = text.split('\n');
  return { id, name, description, title: first.replace(/^#\s*/, ''), content: jsonOfMarkdown(rest.join('\n')) };
}

/** The built-in templates, read once when the program is loaded. Source: features, Templates. */
export const builtInTemplates: readonly BuiltInTemplate[] = list.map(readTemplate);
