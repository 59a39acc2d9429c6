/** Longer than this no piece of a clipboard is put in order before it is read: the looking would take longer than anybody waits. */
const longest = 4_000_000;

/**
 * HTML as word processors put it on the clipboard, made such that it says in elements what they say in styles: Word's lists are paragraphs
 * with a margin and a sign of their own, Google's tasks are list items with a role. Other HTML comes back as it is. Sources: what the two
 * write; CSS properties `mso-*`.
 */
export function inElements(html: string): string {
  if (html.length > longest) return html;
  const isWord = /\bmso-|class="?Mso/i.test(html);
  const isGoogle = html.includes('docs-internal-guid-');
  return isWord ? fromWord(html) : isGoogle ? fromGoogle(html) : html;
}

function fromGoogle(html: string): string {
  return html
    .replace(/(<\/(?:p|h[1-6]|ul|ol|table|div)>\s*)(?:<br[^>]*>\s*)+/gi, '$1')
    .replace(/<ul\b(?=[^>]*>\s*<li\b[^>]*\brole="checkbox")/gi, '<ul data-type="taskList"')
    .replace(
      /<li\b(?=[^>]*\brole="checkbox")(?=[^>]*\baria-checked="(true|false)")/gi,
      '<li data-type="taskItem" data-checked="$1"',
    );
}

/** A paragraph of Word: what it says of itself, and what is in it. */
const paragraph = /<p\b([^>]*)>([\s\S]*?)<\/p>/gi;
const listLevel = /mso-list:\s*\S+\s+level(\d)/i;
/** The sign of an item, which Word writes for those who do not know its lists. */
const itemSign =
  /<!\[if !supportLists\]>([\s\S]*?)<!\[endif\]>|<span[^>]*mso-list:\s*Ignore[^>]*>([\s\S]*?)<\/span>\s*(?:<\/span>)?/i;

function fromWord(html: string): string {
  let open: ('ul' | 'ol')[] = [];
  let end = 0;
  let made = '';
  const close = (depth: number): void => {
    for (const name of open.slice(depth).toReversed()) made += `</li></${name}>`;
    open = open.slice(0, depth);
  };
  const clean = withoutComments(html);
  for (const found of clean.matchAll(paragraph)) {
    const [whole, about = '', content = ''] = found;
    const between = clean.slice(end, found.index);
    const level = Number(listLevel.exec(about)?.[1] ?? 0);
    // What stands between two items that is more than a line end belongs to neither.
    if (level === 0 || /<\w/.test(between)) close(0);
    made += between;
    end = found.index + whole.length;
    if (level === 0) made += outsideLists(about, content);
    else {
      const sign = itemSign.exec(content);
      const kind = isNumber(sign?.[1] ?? sign?.[2] ?? '') ? 'ol' : 'ul';
      if (open.length > level || (open.length === level && open[level - 1] !== kind))
        close(open.length > level ? level : level - 1);
      if (open.length === level) made += '</li><li>';
      else for (; open.length < level; open.push(kind)) made += `<${kind}><li>`;
      made += content.replace(itemSign, '');
    }
  }
  close(0);
  return made + clean.slice(end);
}

/** Titles are headings, and paragraphs with nothing in them only keep others apart. */
function outsideLists(about: string, content: string): string {
  const isEmpty = content.replace(/<[^<>]*>|&nbsp;|\u00A0|\s/gi, '') === '' && !/<img|<v:/i.test(content);
  if (isEmpty) return '';
  return /class="?MsoTitle/i.test(about) ? `<h1>${content}</h1>` : `<p${about}>${content}</p>`;
}

const isNumber = (sign: string): boolean => /^(?:\d+|[a-z]|[ivxlc]+)[.)]/i.test(sign.replace(/<[^<>]*>|&nbsp;|\s/gi, ''));

/** Conditional comments hold settings and pictures for Word itself. */
function withoutComments(html: string): string {
  return html.replace(/<!--\[if[\s\S]*?<!\[endif\]-->/gi, '').replace(/<\/?o:p>/gi, '');
}

/** Whether plain text was written as Markdown: it has a sign that stands for a block, or a link, or fences. */
export function looksLikeMarkdown(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/);
  const count = (sign: RegExp): number => lines.filter((line) => sign.test(line)).length;
  if (count(/^#{1,6} \S/) > 0 || count(/^ {0,3}(?:```|~~~|\$\$)/) >= 2) return true;
  if (count(/^\s*\|?(?:\s*:?-{3,}:?\s*\|)+/) > 0 || count(/^\s*[-*+] \[[ xX]\] /) > 0) return true;
  if (count(/^\s*(?:[-*+]|\d{1,3}[.)]) \S/) >= 2 || count(/^> \S/) > 0) return true;
  return /\[[^\]\n]+\]\((?:https?|mailto):[^)\s]+\)|(?<![\w*])\*\*[^\s*][^*\n]*\*\*(?![\w*])/.test(text);
}
