import type MarkdownIt from 'markdown-it';

type Markdown = InstanceType<typeof MarkdownIt>;
type InlineRule = Parameters<Markdown['inline']['ruler']['push']>[1];

/** Maximum length of a link by name (characters). Longer ones are text. */
const longest = 600;

const picture = /\.(?:png|jpe?g|gif|webp|avif)$/i;

/**
 * Adds links by file name to a parser: `[[Page]]`, `[[Page#Heading|words]]`, and
 * `![[picture.png|300]]` for pictures. `named` returns the address of the file; unknown names stay
 * plain text. Source: Obsidian's help, internal links.
 */
export function readPageLinks(markdown: Markdown, named: (name: string) => string | null): void {
  const rule: InlineRule = (state, silent) => {
    const { src, pos } = state;
    const isShown = src[pos] === '!';
    const from = isShown ? pos + 1 : pos;
    if (src[from] !== '[' || src[from + 1] !== '[') return false;
    const found = /^\[\[([^[\]|#\n]+)(#[^[\]|\n]*)?(?:\|([^[\]\n]*))?\]\]/.exec(
      src.slice(from, from + longest),
    );
    const [whole = '', name = '', heading = '', said = ''] = found ?? [];
    const address = found && named(name.trim());
    if (!found || address === null) return false;
    state.pos = from + whole.length;
    if (silent) return true;
    if (isShown && picture.test(name.trim())) {
      const token = state.push('image', 'img', 0);
      token.attrs = [
        ['src', address],
        ...(/^\d+/.test(said) ? [['width', said.replace(/x\d+$/, '')] as [string, string]] : []),
      ];
      token.children = [];
      token.content = '';
      return true;
    }
    state.push('link_open', 'a', 1).attrs = [['href', address]];
    state.push('text', '', 0).content =
      said.trim() || `${name.trim()}${heading.replace('#', ' > ')}`;
    state.push('link_close', 'a', -1);
    return true;
  };
  markdown.inline.ruler.before('link', 'pageLink', rule);
}
