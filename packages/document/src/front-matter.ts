/** What a text in Markdown says of itself before it begins, and the text without it. `others`: the names of all other fields. */
export type FrontMatter = {
  readonly title: string;
  readonly tags: readonly string[];
  readonly others: readonly string[];
  readonly body: string;
};

/** Characters within which the end of the front matter is looked for. */
const within = 20_000;

/**
 * Reads the front matter of a text in Markdown: lines of YAML between `---` and `---` that come first. Only what the product has is read,
 * a title and tags. A text without any comes back as it is. Source: Jekyll's and Hugo's documentation.
 */
export function frontMatterOf(text: string): FrontMatter {
  const none = { title: '', tags: [], others: [], body: text };
  const found = /^\uFEFF?---[ \t]*\r?\n(.*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/s.exec(text.slice(0, within));
  const lines = (found?.[1] ?? '').split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  if (!found || lines.length === 0 || !lines.every((line) => /^(?:[\w-][\w .-]*:(?:\s|$)|\s+\S|-\s)/.test(line))) return none;
  const fields = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of lines) {
    const field = /^([\w-][\w .-]*):(.*)$/.exec(line);
    if (field) fields.set((field[1] ?? '').toLowerCase(), (current = [field[2] ?? '']));
    else current.push(line.replace(/^\s*-\s+/, '').trim());
  }
  const said = (name: string): string[] => (fields.get(name) ?? []).map(scalar).filter((value) => value !== '');
  return {
    title: said('title').join(' '),
    tags: ['tags', 'tag'].flatMap(said).flatMap(listOf),
    others: [...fields.keys()].filter((name) => !['title', 'tags', 'tag'].includes(name)),
    body: text.slice(found[0].length),
  };
}

/** A value of one line, without quotation marks and the signs of texts over several lines. */
function scalar(value: string): string {
  const text = value.trim();
  if (/^[|>][+-]?$/.test(text)) return '';
  const quoted = /^"(.*)"$|^'(.*)'$/.exec(text);
  return (quoted?.[1]?.replace(/\\(["\\])/g, '$1') ?? quoted?.[2]?.replaceAll("''", "'") ?? text).trim();
}

/** The items of a list in one line: `[a, b]` or `a, b`. */
function listOf(value: string): string[] {
  const inner = /^\[(.*)\]$/.exec(value)?.[1] ?? value;
  return inner
    .split(',')
    .map(scalar)
    .filter((item) => item !== '');
}
