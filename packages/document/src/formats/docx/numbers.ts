import { Parser } from 'htmlparser2';
import { edited, type Edit } from './edits.ts';

/**
 * Start and number format of a level of a list in a Word file. `isPlain`: a number has no words and
 * no numbers of higher levels. Source: ECMA-376, part 1, 17.9.
 */
type Level = { start: number; form: string; isPlain: boolean };
const defaultLevel: Level = { start: 1, form: 'decimal', isPlain: true };
type List = { counter: string; levels: Map<number, Level>; restarts: Map<number, number> };
type Lists = {
  byNumber: Map<string, List>;
  byStyle: Map<string, { number: string; level: number }>;
};

/** Supported number formats, by their names in Word. */
const forms: Readonly<Record<string, string>> = {
  decimal: '1',
  decimalZero: '1',
  lowerLetter: 'a',
  upperLetter: 'A',
  lowerRoman: 'i',
  upperRoman: 'I',
};

/**
 * Name prefix of the bookmarks that transport the number of an item through the reader of Word
 * files, and the name of those of paragraphs with an outline level.
 */
const bookmark = 'longhand-list';
const outlined = 'longhand-outline';

/** Parses the list definitions of a Word file. */
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
        levels?.set(level, defaultLevel);
        return;
      case 'w:start':
        levels?.set(level, { ...defaultLevel, ...levels.get(level), start: Number(value) });
        return;
      case 'w:numFmt':
        levels?.set(level, { ...defaultLevel, ...levels.get(level), form: value });
        return;
      case 'w:lvlText':
        levels?.set(level, {
          ...defaultLevel,
          ...levels.get(level),
          isPlain: /^[\s().:[\]-]*$/.test(value.replace(/%\d/, '')),
        });
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

/**
 * Reads the styles whose paragraphs are list items: the style references the list, or the list
 * references the style.
 */
function readStyles(
  styles: string,
  lists: Lists,
  abstract: ReadonlyMap<string, { styles: ReadonlyMap<string, number> }>,
): void {
  for (const [number, { counter }] of lists.byNumber)
    for (const [style, level] of abstract.get(counter)?.styles ?? [])
      if (!lists.byStyle.has(style)) lists.byStyle.set(style, { number, level });
  let style = '';
  parsed(styles, (name, attributes) => {
    if (name === 'w:style') style = attributes['w:styleId'] ?? '';
    const known = lists.byStyle.get(style);
    if (name === 'w:ilvl' && known)
      lists.byStyle.set(style, { ...known, level: Number(attributes['w:val']) });
    if (name === 'w:numId')
      lists.byStyle.set(style, { level: known?.level ?? 0, number: attributes['w:val'] ?? '' });
  });
}

/**
 * Inserts a bookmark with the number into each item of a numbered list in a part of a Word file,
 * and one into each paragraph with an outline level. `lost` gets a sentence about other number
 * formats.
 */
export function withNumbers(xml: string, lists: Lists, lost: Set<string>): string {
  if (lists.byNumber.size === 0 && !xml.includes('w:outlineLvl')) return xml;
  const counts = createCounts(lists, lost);
  /** Open paragraphs, which can be nested in text boxes, with their properties. */
  const open: { style: string; number: string; level: string; outline: string }[] = [];
  let [inside, old] = [0, 0];
  let [kept, at] = ['', 0];
  const parser = new Parser(
    {
      onopentag(name, { 'w:val': value = '' }) {
        const paragraph = open.at(-1);
        if (name === 'w:p') open.push({ style: '', number: '', level: '', outline: '9' });
        else if (name === 'w:pPrChange') old += 1;
        else if (name === 'w:pPr' && old === 0) inside += 1;
        else if (paragraph && inside > 0 && old === 0) {
          if (name === 'w:pStyle') paragraph.style = value;
          if (name === 'w:numId') paragraph.number = value;
          if (name === 'w:ilvl') paragraph.level = value;
          if (name === 'w:outlineLvl') paragraph.outline = value;
        }
      },
      onclosetag(name) {
        if (name === 'w:p') open.pop();
        if (name === 'w:pPrChange') old -= 1;
        if (name !== 'w:pPr' || old > 0) return;
        inside -= 1;
        const paragraph = open.at(-1);
        if (paragraph === undefined) return;
        const mark = counts(paragraph);
        const end = parser.endIndex + 1;
        kept += xml.slice(at, end);
        at = end;
        // Level 9 is that of text.
        if (/^[0-8]$/.test(paragraph.outline)) kept += bookmarkOf(outlined);
        if (mark !== null) kept += bookmarkOf(`${bookmark}-${mark}`);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return kept + xml.slice(at);
}

const bookmarkOf = (name: string): string =>
  `<w:bookmarkStart w:id="0" w:name="${name}"/><w:bookmarkEnd w:id="0"/>`;

type Paragraph = { readonly style: string; readonly number: string; readonly level: string };

/**
 * Creates a counter of the items of all lists. It returns the number and format of an item; null
 * for a paragraph that is not a numbered item.
 */
function createCounts(
  { byNumber, byStyle }: Lists,
  lost: Set<string>,
): (paragraph: Paragraph) => string | null {
  const counts = new Map<string, (number | undefined)[]>();
  const restarted = new Set<string>();
  return ({ style, number, level }) => {
    const styled = byStyle.get(style);
    const name = number === '' ? (styled?.number ?? '') : number;
    const list = byNumber.get(name);
    const at = level === '' ? (styled?.level ?? 0) : Number(level);
    if (!list || !(at >= 0 && at <= 8)) return null;
    const { start, form, isPlain } = list.levels.get(at) ?? defaultLevel;
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
      lost.add(
        'Lists that are numbered in other ways than with numbers, letters or Roman numbers have numbers.',
      );
    return `${now}-${forms[form] ?? '1'}${isPlain ? '' : 'x'}`;
  };
}

const listTag = new RegExp(
  `<(/?)(ol|ul|li)>|<a id="${bookmark}-(\\d{1,9})-([1aAiI])(x?)"></a>`,
  'g',
);
const outlineTag = new RegExp(`(<h[1-6]>)?<a id="${outlined}"></a>`, 'g');

/**
 * An open list. `at`: index of its tag, if numbered. `next` and `form`: number and format of an
 * item that continues it.
 */
type OpenList = { at: number | null; next: number; form: string; item: number };

/**
 * Sets the start number and format of lists in the HTML of a Word file, from the bookmarks of their
 * first items. The reader joins adjacent lists: they are split where an item does not continue the
 * previous one. `lost` gets sentences about numbers and outline levels that cannot be kept.
 */
export function withListStarts(given: string, lost: Set<string>): string {
  const html = withoutOutlines(given, lost);
  const edits: Edit[] = [];
  const open: OpenList[] = [];
  for (const found of html.matchAll(listTag)) {
    const { 0: tag, 1: end, 2: name, 3: number, 4: form = '', 5: more, index } = found;
    const list = open.at(-1);
    if (name === undefined && list === undefined)
      lost.add('The numbers of numbered headings and paragraphs outside lists were left out.');
    else if (more === 'x')
      lost.add('Words and higher levels in the numbers of lists were left out.');
    if (name === 'li') {
      if (list && end === '') list.item = index;
    } else if (name !== undefined) {
      if (end === '/') open.pop();
      else open.push({ at: name === 'ol' ? index : null, next: 0, form: '', item: -1 });
    } else if (list && list.item >= 0 && list.at !== null) {
      const now = Number(number);
      const begin = `<ol${now === 1 ? '' : ` start="${now}"`}${form === '1' ? '' : ` type="${form}"`}>`;
      if (list.form === '') edits.push({ at: list.at, length: '<ol>'.length, text: begin });
      else if (list.next !== now || list.form !== form)
        edits.push({ at: list.item, length: 0, text: `</ol>${begin}` });
      [list.next, list.form, list.item] = [now + 1, form, -1];
    }
    if (name === undefined) edits.push({ at: index, length: tag.length, text: '' });
  }
  return edited(html, edits);
}

/** Removes the bookmarks of outline levels. They mean nothing in a paragraph that is no heading. */
function withoutOutlines(html: string, lost: Set<string>): string {
  return html.replace(outlineTag, (_, heading: string | undefined) => {
    if (heading === undefined)
      lost.add('Outline levels of paragraphs without a heading style were left out.');
    return heading ?? '';
  });
}

function parsed(
  xml: string,
  open: (name: string, attributes: Record<string, string>) => void,
): void {
  new Parser({ onopentag: open }, { xmlMode: true }).end(xml);
}
