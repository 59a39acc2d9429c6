import { t } from '@lingui/core/macro';
import type { LanguageFn } from 'highlight.js';

/** A language with syntax highlighting. `load` imports its grammar on first use. */
export type Language = {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly load: () => Promise<{ default: LanguageFn }>;
};

const language = (
  id: string,
  name: string,
  load: Language['load'],
  ...aliases: string[]
): Language => ({
  id,
  name,
  aliases,
  load,
});

/** The languages offered, ordered by name. */
export const languages: readonly Language[] = [
  language(
    'bash',
    'Bash',
    () => import('highlight.js/lib/languages/bash'),
    'sh',
    'shell',
    'zsh',
    'console',
  ),
  language('c', 'C', () => import('highlight.js/lib/languages/c'), 'h'),
  language('cpp', 'C++', () => import('highlight.js/lib/languages/cpp'), 'c++', 'hpp'),
  language('csharp', 'C#', () => import('highlight.js/lib/languages/csharp'), 'cs', 'c#'),
  language('css', 'CSS', () => import('highlight.js/lib/languages/css'), 'scss', 'less'),
  language('diff', 'Diff', () => import('highlight.js/lib/languages/diff'), 'patch'),
  language(
    'dockerfile',
    'Dockerfile',
    () => import('highlight.js/lib/languages/dockerfile'),
    'docker',
  ),
  language('go', 'Go', () => import('highlight.js/lib/languages/go'), 'golang'),
  language('graphql', 'GraphQL', () => import('highlight.js/lib/languages/graphql'), 'gql'),
  language(
    'xml',
    t`HTML, XML`,
    () => import('highlight.js/lib/languages/xml'),
    'html',
    'svg',
    'vue',
  ),
  language('ini', t`INI, TOML`, () => import('highlight.js/lib/languages/ini'), 'toml'),
  language('java', 'Java', () => import('highlight.js/lib/languages/java')),
  language(
    'javascript',
    'JavaScript',
    () => import('highlight.js/lib/languages/javascript'),
    'js',
    'jsx',
    'mjs',
  ),
  language('json', 'JSON', () => import('highlight.js/lib/languages/json'), 'jsonc', 'json5'),
  language('kotlin', 'Kotlin', () => import('highlight.js/lib/languages/kotlin'), 'kt'),
  language('latex', 'LaTeX', () => import('highlight.js/lib/languages/latex'), 'tex'),
  language('lua', 'Lua', () => import('highlight.js/lib/languages/lua')),
  language('makefile', 'Makefile', () => import('highlight.js/lib/languages/makefile'), 'make'),
  language(
    'markdown',
    'Markdown',
    () => import('highlight.js/lib/languages/markdown'),
    'md',
    'mdx',
  ),
  language('php', 'PHP', () => import('highlight.js/lib/languages/php')),
  language('python', 'Python', () => import('highlight.js/lib/languages/python'), 'py'),
  language('r', 'R', () => import('highlight.js/lib/languages/r')),
  language('ruby', 'Ruby', () => import('highlight.js/lib/languages/ruby'), 'rb'),
  language('rust', 'Rust', () => import('highlight.js/lib/languages/rust'), 'rs'),
  language('sql', 'SQL', () => import('highlight.js/lib/languages/sql'), 'postgres', 'postgresql'),
  language('swift', 'Swift', () => import('highlight.js/lib/languages/swift')),
  language(
    'typescript',
    'TypeScript',
    () => import('highlight.js/lib/languages/typescript'),
    'ts',
    'tsx',
  ),
  language('yaml', 'YAML', () => import('highlight.js/lib/languages/yaml'), 'yml'),
];

/**
 * Returns the language of a code block, by id or alias (case-insensitive); null for an unknown
 * name.
 */
export function languageOf(name: unknown): Language | null {
  if (typeof name !== 'string') return null;
  const wanted = name.toLowerCase();
  return languages.find(({ id, aliases }) => id === wanted || aliases.includes(wanted)) ?? null;
}
