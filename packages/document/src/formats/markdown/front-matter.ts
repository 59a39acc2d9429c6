/**
 * Front matter of a Markdown text, and the text without it. `others`: names of all other fields.
 */
export type FrontMatter = {
  readonly title: string;
  readonly tags: readonly string[];
  readonly others: readonly string[];
  readonly body: string;
};

/** Maximum length of the front matter (characters). */
const within = 20_000;

/**
 * Parses the front matter of a Markdown text: lines of YAML between `---` and `---` at its
 * beginning. Only supported fields are read, title and tags. A text without front matter is
 * returned unchanged. Source: Jekyll's and Hugo's documentation.
 */
export function frontMatterOf(text: string): FrontMatter {
  const none = { title: '', tags: [], others: [], body: text };
  const found = /^\uFEFF?---[ \t]*\r?\n(.*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/s.exec(
    text.slice(0, within),
  );
  const lines = (found?.[1] ?? '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  if (
    !found ||
    lines.length === 0 ||
    !lines.every((line) => /^(?:[\w-][\w .-]*:(?:\s|$)|\s+\S|-\s)/.test(line))
  )
    return none;
  const fields = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of lines) {
    const field = /^([\w-][\w .-]*):(.*)$/.exec(line);
    if (field) fields.set((field[1] ?? '').toLowerCase(), (current = [field[2] ?? '']));
    else current.push(line.replace(/^\s*-\s+/, '').trim());
  }
  const said = (name: string): string[] =>
    (fields.get(name) ?? []).map(scalar).filter((value) => value !== '');
  return {
    title: said('title').join(' '),
    tags: ['tags', 'tag'].flatMap(said).flatMap(listOf),
    others: [...fields.keys()].filter((name) => !['title', 'tags', 'tag'].includes(name)),
    body: text.slice(found[0].length),
  };
}

/** Parses a value of one line, without quotation marks and indicators of multi-line texts. */
function scalar(value: string): string {
  const text = value.trim();
  if (/^[|>][+-]?$/.test(text)) return '';
  const quoted = /^"(.*)"$|^'(.*)'$/.exec(text);
  return (
    quoted?.[1]?.replace(/\\(["\\])/g, '$1') ??
    quoted?.[2]?.replaceAll("''", "'") ??
    text
  ).trim();
}

/** Parses the items of a list in one line: `[a, b]` or `a, b`. */
function listOf(value: string): string[] {
  const inner = /^\[(.*)\]$/.exec(value)?.[1] ?? value;
  return inner
    .split(',')
    .map(scalar)
    .filter((item) => item !== '');
}
