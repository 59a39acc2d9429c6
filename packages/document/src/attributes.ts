import { isOwnFile, isSafeImage, pictureWidth, widestPicture } from './image.ts';
import type { AttributeValue } from './json.ts';
import { isSafeLink } from './link.ts';
import { calloutKinds } from './nodes/blocks.ts';
import { stampOf } from './suggestions/stamp.ts';

type Attributes = Readonly<Record<string, unknown>>;
/** Makes of the attributes that somebody wrote those that are sound. */
export type Clean = (given: Attributes) => Record<string, AttributeValue>;

/** Cells wider or higher than this are nobody's; browsers stop at 1,000. */
export const widestCell = 100;

const whole = (value: unknown, least: number, most: number, otherwise: number): number => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? Math.min(Math.max(number, least), most) : otherwise;
};

/** A text that says something; null for all else. */
export const words = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const oneOf = (value: unknown, values: readonly string[]): string | null =>
  typeof value === 'string' && values.includes(value) ? value : null;

/** A text without line ends; empty where there is none. */
function line(value: unknown): string {
  if (typeof value !== 'string') return '';
  // Line by line: a pattern for white space around the ends of lines takes time by the square of a run of spaces.
  const lines = value.split(/[\r\n]+/).map((each) => each.trim());
  return lines.filter((each) => each !== '').join(' ');
}

/** The name of a language becomes part of a class: one word, without what separates classes. */
const languageName = (value: unknown): string | null =>
  typeof value === 'string' && /^[\p{L}\p{N}+#._-]{1,100}$/u.test(value) ? value : null;

/** Widths of columns in pixels; null where any of them is none. */
const columnWidths = (value: unknown): number[] | null =>
  Array.isArray(value) &&
  value.length <= widestCell &&
  value.every((width) => Number.isInteger(width) && width >= 0 && width <= widestPicture)
    ? (value as number[])
    : null;

const cell: Clean = ({ colspan, rowspan, colwidth, align }) => ({
  colspan: whole(colspan, 1, widestCell, 1),
  rowspan: whole(rowspan, 1, widestCell, 1),
  colwidth: columnWidths(colwidth),
  align: oneOf(align, ['left', 'center', 'right']),
});

/**
 * What is sound of the attributes of each kind of node: known values, bounded numbers, texts. Whatever comes in, and whatever is
 * rendered, goes through here. A foreign client may have written anything.
 */
export const cleanNodeAttributes: Readonly<Record<string, Clean>> = {
  heading: ({ level }) => ({ level: whole(level, 1, 4, 1) }),
  codeBlock: ({ language }) => ({ language: languageName(language) }),
  orderedList: ({ start, type }) => ({ start: whole(start, 0, 999_999_999, 1), type: oneOf(type, ['1', 'a', 'A', 'i', 'I']) }),
  taskItem: ({ checked }) => ({ checked: checked === true }),
  image: ({ src, alt, title, width, href }) => ({
    src: isSafeImage(src) ? src : null,
    alt: words(alt),
    title: words(title),
    width: pictureWidth(width),
    href: isSafeLink(href) ? href : null,
  }),
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

/** What everything carries that is suggested on text; nothing where the stamp is none. */
const stamped = (given: Attributes): Record<string, AttributeValue> => {
  const stamp = stampOf(given);
  return stamp === null ? { id: null, author: null, at: null } : { id: stamp.id, author: stamp.author, at: stamp.at };
};

/** As {@link cleanNodeAttributes}, for marks. */
export const cleanMarkAttributes: Readonly<Record<string, Clean>> = {
  link: ({ href, title }) => ({ href: isSafeLink(href) ? href : null, title: words(title) }),
  insertion: stamped,
  deletion: stamped,
  modification: (given) => ({ ...stamped(given), set: words(given['set']) ?? '{}', was: words(given['was']) ?? '{}' }),
};

/** Whether a value is a day as documents write it: `2026-11-21`, and one that the calendar has. */
export function isDay(date: unknown): date is string {
  if (typeof date !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return false;
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}
