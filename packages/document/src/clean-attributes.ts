import { isOwnFile, pictureWidth } from './image.ts';
import type { AttributeValue, MarkJson, NodeJson } from './json.ts';
import { isSafeLink } from './link.ts';
import { calloutKinds } from './nodes/blocks.ts';
import { attributesOf, isKnownMark, plainMarks } from './schema.ts';
import { isSuggestionMark } from './suggestions/stamp.ts';

type Attributes = Readonly<Record<string, unknown>>;
type Clean = (given: Attributes) => Record<string, AttributeValue>;

/** Cells wider or higher than this are nobody's; browsers stop at 1,000. */
const widestCell = 100;

const whole = (value: unknown, least: number, most: number, otherwise: number): number => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? Math.min(Math.max(number, least), most) : otherwise;
};

const words = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const oneOf = (value: unknown, values: readonly string[]): string | null =>
  typeof value === 'string' && values.includes(value) ? value : null;

/** A text without line ends; empty where there is none. */
const line = (value: unknown): string => (typeof value === 'string' ? value.replace(/\s*[\r\n]+\s*/g, ' ').trim() : '');

const cell: Clean = ({ colspan, rowspan, colwidth, align }) => ({
  colspan: whole(colspan, 1, widestCell, 1),
  rowspan: whole(rowspan, 1, widestCell, 1),
  colwidth: Array.isArray(colwidth) && colwidth.every((width) => Number.isInteger(width)) ? (colwidth as number[]) : null,
  align: oneOf(align, ['left', 'center', 'right']),
});

const byNode: Readonly<Record<string, Clean>> = {
  heading: ({ level }) => ({ level: whole(level, 1, 4, 1) }),
  codeBlock: ({ language }) => ({ language: words(language) }),
  orderedList: ({ start, type }) => ({ start: whole(start, 0, 999_999_999, 1), type: oneOf(type, ['1', 'a', 'A', 'i', 'I']) }),
  taskItem: ({ checked }) => ({ checked: checked === true }),
  image: ({ src, alt, title, width }) => ({ src: words(src), alt: words(alt), title: words(title), width: pictureWidth(width) }),
  callout: ({ kind }) => ({ kind: oneOf(kind, calloutKinds) ?? 'note' }),
  formula: ({ source }) => ({ source: typeof source === 'string' ? source.replace(/\r\n?/g, '\n').trim() : '' }),
  inlineFormula: ({ source }) => ({ source: line(source) }),
  attachment: ({ src, name, size }) => ({
    src: isOwnFile(src) ? src : null,
    name: line(name),
    size: typeof size === 'string' || typeof size === 'number' ? whole(size, 1, Number.MAX_SAFE_INTEGER, 0) || null : null,
  }),
  footnote: ({ text }) => ({ text: line(text) }),
  mention: ({ of, id, name }) => ({ of: oneOf(of, ['document']) ?? 'person', id: line(id), name: line(name) }),
  day: ({ date }) => ({ date: isDay(date) ? date : '' }),
  tableCell: cell,
  tableHeader: cell,
};

/** Whether a value is a day as documents write it: `2026-11-21`, and one that the calendar has. */
export function isDay(date: unknown): date is string {
  if (typeof date !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return false;
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

/** A known node of the kind `type` with what is sound of `given`, and the defaults of its kind for the rest. */
export function cleanNode(type: string, given: Attributes): NodeJson {
  const attrs = attributesOf({ type, attrs: byNode[type]?.(given) ?? {} });
  return Object.keys(attrs).length === 0 ? { type } : { type, attrs };
}

/**
 * The marks that text may carry when it comes in: known kinds, safe links, nothing beside code, and no suggestions. `lost` is told of
 * links that were not safe.
 */
export function cleanMarks(given: readonly MarkJson[] | undefined, lost: Set<string>): MarkJson[] {
  const known = plainMarks(given).flatMap((mark): MarkJson[] => {
    if (!isKnownMark(mark.type) || isSuggestionMark(mark.type)) return [];
    if (mark.type !== 'link') return [{ type: mark.type }];
    const href = mark.attrs?.['href'];
    if (!isSafeLink(href)) {
      lost.add('Links to other than http, https and mail addresses became plain text.');
      return [];
    }
    const title = words(mark.attrs?.['title']);
    return [{ type: 'link', attrs: { href, ...(title !== null && { title }) } }];
  });
  const code = known.find((mark) => mark.type === 'code');
  return code ? [code] : known;
}
