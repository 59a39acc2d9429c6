/** A list of a page: the name of its element, and the list and level that its class names. */
type List = { readonly name: string; readonly id: string; readonly level: number };

const listTag = /<(ul|ol)\b([^<>]*)>/gi;
const levelClass = /\blst-kix_(\w{1,40})-(\d)\b/;
const counterOf = /counter\(lst-ctn-kix_(\w{1,40}-\d),(lower|upper)-(latin|roman)\)/g;

/** Returns the number formats of lists, which the style sheet sets, by list and level. */
function typesIn(html: string): ReadonlyMap<string, string> {
  return new Map(
    [...html.matchAll(counterOf)].map(([, key = '', letters, kind]) => {
      const type = kind === 'latin' ? 'a' : 'i';
      return [key, letters === 'upper' ? type.toUpperCase() : type];
    }),
  );
}

/**
 * Nests the lists of a page that Google Docs wrote. There, lists of all levels are siblings, and
 * the last part of a class is the level (`lst-kix_abc-1`). Other HTML is returned unchanged.
 */
export function withNestedLists(html: string): string {
  const types = typesIn(html);
  const open: List[] = [];
  let [made, end] = ['', 0];
  const closeWhile = (isClosed: (list: List) => boolean): void => {
    for (let last = open.at(-1); last && isClosed(last); last = open.at(-1)) {
      made += `</li></${last.name}>`;
      open.pop();
    }
  };
  const unclosed = new Set<string>();
  for (const { 0: tag, 1: name = '', 2: about = '', index } of html.matchAll(listTag)) {
    const [, id = '', digit] = levelClass.exec(about) ?? [];
    if (digit === undefined || index < end || unclosed.has(name)) continue;
    const to = html.indexOf(`</${name}>`, index);
    if (to < 0) {
      // Not sought again: every search would read the rest of the page.
      unclosed.add(name);
      continue;
    }
    const between = html.slice(end, index);
    const level = Number(digit);
    if (between.trim() !== '') closeWhile(() => true);
    closeWhile((list) => list.level > level);
    closeWhile((list) => list.level === level && (list.id !== id || list.name !== name));
    made += between;
    const type = types.get(`${id}-${level}`);
    if (open.at(-1)?.level === level) made += '</li>';
    else {
      made += type !== undefined && name === 'ol' ? `<ol type="${type}"${about}>` : tag;
      open.push({ name, id, level });
    }
    made += html.slice(index + tag.length, to).replace(/<\/li>$/, '');
    end = to + `</${name}>`.length;
  }
  closeWhile(() => true);
  return made + html.slice(end);
}
