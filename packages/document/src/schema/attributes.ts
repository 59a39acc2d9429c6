import { isOwnFile, isSafeImage, pictureWidth, widestPicture } from './image.ts';
import type { AttributeValue } from './json.ts';
import { isSafeLink } from './link.ts';
import { calloutKinds } from './nodes/blocks.ts';
import { parseSuggestionMeta } from '../suggestions/suggestion-meta.ts';

type Attributes = Readonly<Record<string, unknown>>;
/** Sanitizer: returns the valid attributes of untrusted ones. */
export type Clean = (given: Attributes) => Record<string, AttributeValue>;

/**
 * Maximum column or row span of a cell. Larger ones do not occur in practice; browsers stop at
 * 1,000.
 */
export const widestCell = 100;

const whole = (value: unknown, least: number, most: number, otherwise: number): number => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number)
    ? Math.min(Math.max(number, least), most)
    : otherwise;
};

/** Returns a non-empty string; null for all other values. */
export const words = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const oneOf = (value: unknown, values: readonly string[]): string | null =>
  typeof value === 'string' && values.includes(value) ? value : null;

/** Returns a text without line breaks; empty if it is not a string. */
function line(value: unknown): string {
  if (typeof value !== 'string') return '';
  // Line by line: a pattern for white space around line ends takes quadratic time in a run of
  // spaces.
  const lines = value.split(/[\r\n]+/).map((each) => each.trim());
  return lines.filter((each) => each !== '').join(' ');
}

/** The language name becomes part of a class name: one word, without class separators. */
const languageName = (value: unknown): string | null =>
  typeof value === 'string' && /^[\p{L}\p{N}+#._-]{1,100}$/u.test(value) ? value : null;

/** Returns the column widths (px); null if any of them is invalid. */
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
 * Sanitizers for the attributes of each kind of node: known values, bounded numbers, texts. Applied
 * to all input and all rendering, because a foreign client may write anything.
 */
export const cleanNodeAttributes: Readonly<Record<string, Clean>> = {
  heading: ({ level }) => ({ level: whole(level, 1, 4, 1) }),
  codeBlock: ({ language }) => ({ language: languageName(language) }),
  orderedList: ({ start, type }) => ({
    start: whole(start, 0, 999_999_999, 1),
    type: oneOf(type, ['1', 'a', 'A', 'i', 'I']),
  }),
  taskItem: ({ checked }) => ({ checked: checked === true }),
  image: ({ src, alt, title, width, href }) => ({
    src: isSafeImage(src) ? src : null,
    alt: words(alt),
    title: words(title),
    width: pictureWidth(width),
    href: isSafeLink(href) ? href : null,
  }),
  callout: ({ kind }) => ({ kind: oneOf(kind, calloutKinds) ?? 'note' }),
  formula: ({ source }) => ({
    source: typeof source === 'string' ? source.replace(/\r\n?/g, '\n').trim() : '',
  }),
  inlineFormula: ({ source }) => ({ source: line(source) }),
  attachment: ({ src, name, size }) => ({
    src: isOwnFile(src) ? src : null,
    name: line(name),
    size:
      typeof size === 'string' || typeof size === 'number'
        ? whole(size, 1, Number.MAX_SAFE_INTEGER, 0) || null
        : null,
  }),
  footnote: ({ text }) => ({ text: line(text) }),
  mention: ({ of, id, name }) => ({
    of: oneOf(of, ['document']) ?? 'person',
    id: line(id),
    name: line(name),
  }),
  day: ({ date }) => ({ date: isDay(date) ? date : '' }),
  tableCell: cell,
  tableHeader: cell,
};

/** Attributes of suggestion marks on text; null values if the metadata is invalid. */
const suggestionAttributes = (given: Attributes): Record<string, AttributeValue> => {
  const meta = parseSuggestionMeta(given);
  return meta === null
    ? { id: null, author: null, at: null }
    : { id: meta.id, author: meta.author, at: meta.at };
};

/** Sanitizers for marks, like {@link cleanNodeAttributes}. */
export const cleanMarkAttributes: Readonly<Record<string, Clean>> = {
  link: ({ href, title }) => ({ href: isSafeLink(href) ? href : null, title: words(title) }),
  insertion: suggestionAttributes,
  deletion: suggestionAttributes,
  modification: (given) => ({
    ...suggestionAttributes(given),
    set: words(given['set']) ?? '{}',
    was: words(given['was']) ?? '{}',
  }),
};

/** True if a value is a day in the format `2026-11-21` that exists in the calendar. */
export function isDay(date: unknown): date is string {
  if (typeof date !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return false;
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}
