import { Parser } from 'htmlparser2';
import { edited, type Edit } from './edits.ts';

/** Where lists of a Word file begin, and how their numbers look. Source: ECMA-376, part 1, 17.9. */
type Level = { start: number; form: string };
type List = { counter: string; levels: Map<number, Level>; restarts: Map<number, number> };
type Lists = { byNumber: Map<string, List>; byStyle: Map<string, { number: string; level: number }> };

/** The forms of numbers that a list can have here, by Word's names. */
const forms: Readonly<Record<string, string>> = {
  decimal: '1',
  decimalZero: '1',
  lowerLetter: 'a',
  upperLetter: 'A',
  lowerRoman: 'i',
  upperRoman: 'I',
};

/** The names of the bookmarks that tell the number of an item, as they come out of the reader of Word files. */
const bookmark = 'longhand-list';

/** What a Word file says of its lists. */
export function listsOf(numbering: string, styles: string): Lists {
  const lists: Lists = { byNumber: new Map(), byStyle: new Map() };
  const abstract = new Map<string, { levels: Map<number, Level>; styles: Map<string, number> }>();
  let [definition, list, level, override] = ['', null as List | null, 0, 0];
  parsed(numbering, (name, { 'w:val': value = '', ...attributes }) => {
    const levels = list?.levels ?? abstract.get(definition)?.levels;
    switch (name) {
      case 'w:abstractNum':
        [definition, list] = [attributes['w:abstractNumId'] ?? '', null];
        abstract.set(definition, { levels: new Map(), styles: new Map() });
        return;
      case 'w:num':
        list = { counter: '', levels: new Map(), restarts: new Map() };
        lists.byNumber.set(attributes['w:numId'] ?? '', list);
        return;
      case 'w:abstractNumId':
        if (list) [list.counter, list.levels] = [value, new Map(abstract.get(value)?.levels)];
        return;
      case 'w:lvlOverride':
        override = Number(attributes['w:ilvl']);
        return;
      case 'w:startOverride':
        list?.restarts.set(override, Number(value));
        return;
      case 'w:lvl':
        level = Number(attributes['w:ilvl']);
        levels?.set(level, { start: 1, form: 'decimal' });
        return;
      case 'w:start':
        levels?.set(level, { form: 'decimal', ...levels.get(level), start: Number(value) });
        return;
      case 'w:numFmt':
        levels?.set(level, { start: 1, ...levels.get(level), form: value });
        return;
      case 'w:pStyle':
        if (list === null) abstract.get(definition)?.styles.set(value, level);
        return;
      default:
    }
  });
  readStyles(styles, lists, abstract);
  return lists;
}

/** Styles whose paragraphs are items: the style says the list, or the list says the style. */
function readStyles(styles: string, lists: Lists, abstract: ReadonlyMap<string, { styles: ReadonlyMap<string, number> }>): void {
  for (const [number, { counter }] of lists.byNumber)
    for (const [style, level] of abstract.get(counter)?.styles ?? [])
      if (!lists.byStyle.has(style)) lists.byStyle.set(style, { number, level });
  let style = '';
  parsed(styles, (name, attributes) => {
    if (name === 'w:style') style = attributes['w:styleId'] ?? '';
    const known = lists.byStyle.get(style);
    if (name === 'w:ilvl' && known) lists.byStyle.set(style, { ...known, level: Number(attributes['w:val']) });
    if (name === 'w:numId') lists.byStyle.set(style, { level: known?.level ?? 0, number: attributes['w:val'] ?? '' });
  });
}

/** A part of a Word file with a bookmark in each item of a numbered list, which tells its number. `lost` is told of other forms of numbers. */
export function withNumbers(xml: string, lists: Lists, lost: Set<string>): string {
  if (lists.byNumber.size === 0) return xml;
  const counts = createCounts(lists, lost);
  /** The paragraphs that are open, one in a text box of another, and what their properties say. */
  const open: { style: string; number: string; level: string }[] = [];
  let [inside, old] = [0, 0];
  let [kept, at] = ['', 0];
  const parser = new Parser(
    {
      onopentag(name, { 'w:val': value = '' }) {
        const paragraph = open.at(-1);
        if (name === 'w:p') open.push({ style: '', number: '', level: '' });
        else if (name === 'w:pPrChange') old += 1;
        else if (name === 'w:pPr' && old === 0) inside += 1;
        else if (paragraph && inside > 0 && old === 0) {
          if (name === 'w:pStyle') paragraph.style = value;
          if (name === 'w:numId') paragraph.number = value;
          if (name === 'w:ilvl') paragraph.level = value;
        }
      },
      onclosetag(name) {
        if (name === 'w:p') open.pop();
        if (name === 'w:pPrChange') old -= 1;
        if (name !== 'w:pPr' || old > 0) return;
        inside -= 1;
        const paragraph = open.at(-1);
        const mark = paragraph === undefined ? null : counts(paragraph);
        if (mark === null) return;
        const end = parser.endIndex + 1;
        kept += `${xml.slice(at, end)}<w:bookmarkStart w:id="0" w:name="${bookmark}-${mark}"/><w:bookmarkEnd w:id="0"/>`;
        at = end;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return kept + xml.slice(at);
}

type Paragraph = { readonly style: string; readonly number: string; readonly level: string };

/** Counts the items of all lists. Returns the number of one and its form; null for what is no numbered item. */
function createCounts({ byNumber, byStyle }: Lists, lost: Set<string>): (paragraph: Paragraph) => string | null {
  const counts = new Map<string, (number | undefined)[]>();
  const restarted = new Set<string>();
  return ({ style, number, level }) => {
    const styled = byStyle.get(style);
    const name = number === '' ? (styled?.number ?? '') : number;
    const list = byNumber.get(name);
    const at = level === '' ? (styled?.level ?? 0) : Number(level);
    if (!list || !(at >= 0 && at <= 8)) return null;
    const { start = 1, form = 'decimal' } = list.levels.get(at) ?? {};
    const count = counts.get(list.counter) ?? [];
    counts.set(list.counter, count);
    const restart = restarted.has(`${name} ${at}`) ? undefined : list.restarts.get(at);
    restarted.add(`${name} ${at}`);
    const before = count[at];
    const now = restart ?? (before === undefined ? start : before + 1);
    count[at] = now;
    count.length = at + 1;
    if (form === 'bullet' || form === 'none' || !Number.isInteger(now) || now < 0) return null;
    if (forms[form] === undefined)
      lost.add('Lists that are numbered in other ways than with numbers, letters or Roman numbers have numbers.');
    return `${now}-${forms[form] ?? '1'}`;
  };
}

const listTag = new RegExp(`<(/?)(ol|ul|li)>|<a id="${bookmark}-(\\d{1,9})-([1aAiI])"></a>`, 'g');

/** A list that is open: where it begins if it is numbered, and the number and form that its next item has if it belongs to it. */
type OpenList = { at: number | null; next: number; form: string; item: number };

/**
 * HTML of a Word file whose lists begin at the number, and in the form, that their first item tells. The reader joins lists that stand side by
 * side: they are divided where an item does not go on from the one before it.
 */
export function withListStarts(html: string): string {
  const edits: Edit[] = [];
  const open: OpenList[] = [];
  for (const { 0: tag, 1: end, 2: name, 3: number, 4: form = '', index } of html.matchAll(listTag)) {
    const list = open.at(-1);
    if (name === 'li') {
      if (list && end === '') list.item = index;
    } else if (name !== undefined) {
      if (end === '/') open.pop();
      else open.push({ at: name === 'ol' ? index : null, next: 0, form: '', item: -1 });
    } else if (list && list.item >= 0 && list.at !== null) {
      const now = Number(number);
      const begin = `<ol${now === 1 ? '' : ` start="${now}"`}${form === '1' ? '' : ` type="${form}"`}>`;
      if (list.form === '') edits.push({ at: list.at, length: '<ol>'.length, text: begin });
      else if (list.next !== now || list.form !== form) edits.push({ at: list.item, length: 0, text: `</ol>${begin}` });
      [list.next, list.form, list.item] = [now + 1, form, -1];
    }
    if (name === undefined) edits.push({ at: index, length: tag.length, text: '' });
  }
  return edited(html, edits);
}

function parsed(xml: string, open: (name: string, attributes: Record<string, string>) => void): void {
  new Parser({ onopentag: open }, { xmlMode: true }).end(xml);
}
