/** Required width of a table column (characters): its longest word, and its longest text. */
export type ColumnNeed = { readonly word: number; readonly text: number };

/** Columns of a table side by side: the index of the first, and all widths (pt). */
export type Band = { readonly from: number; readonly widths: readonly number[] };

/**
 * Layout of a table: font size, padding, and columns, split into bands if they do not fit side by
 * side (pt).
 */
export type TablePlan = {
  size: number;
  padding: number;
  bands: readonly Band[];
};

/**
 * Width of an average character in multiples of the font size, with a margin for capitals and bold.
 */
export const letter = 0.58;

/** Longer words may be broken, so that an address does not take the width of all other columns. */
const longestWord = 16;

/** Font sizes to try, largest first. Smaller ones are not legible. */
const sizes = [11, 9.5, 8, 7] as const;

const smallest = 7;

const paddingOf = (size: number): number => (size >= 9 ? 4 : 2);

/** Horizontal padding of a cell on both sides, and a line. */
const gapOf = (size: number): number => 2 * paddingOf(size) + 1;

/**
 * Plans a table that is never wider than `width`. The font shrinks until every word of ordinary
 * length fits its column. If that is not enough, the columns continue in as many further tables as
 * needed. `largest` is the font size of the surrounding text.
 */
export function planTable(
  columns: readonly ColumnNeed[],
  width: number,
  largest: number,
): TablePlan {
  const room = Math.max(width - 1, 1);
  const tried = sizes.filter((size) => size <= largest);
  const size = tried.find(
    (each) => sum(columns.map((column) => least(column, each) + gapOf(each))) <= room,
  );
  const chosen = size ?? Math.min(smallest, largest);
  const parts = size === undefined ? divided(columns, room, chosen) : [columns];
  let from = 0;
  const bands = parts.map((part) => {
    const band = { from, widths: widthsOf(part, room - part.length * gapOf(chosen), chosen) };
    from += part.length;
    return band;
  });
  return { size: chosen, padding: paddingOf(chosen), bands };
}

/**
 * Returns the width of a cell that spans `span` columns from the column at `index` of a band, or
 * the rest of them.
 */
export function cellWidth(
  widths: readonly number[],
  index: number,
  span: number,
  padding: number,
): number {
  const own = widths.slice(index, index + span);
  return sum(own) + (own.length - 1) * (2 * padding + 1);
}

const least = ({ word }: ColumnNeed, size: number): number =>
  Math.min(Math.max(word, 1), longestWord) * size * letter;

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

function divided(columns: readonly ColumnNeed[], room: number, size: number): ColumnNeed[][] {
  const parts: ColumnNeed[][] = [];
  let left = 0;
  for (const column of columns) {
    const asked = least(column, size) + gapOf(size);
    if (parts.length === 0 || asked > left) {
      parts.push([]);
      left = room;
    }
    parts.at(-1)?.push(column);
    left -= asked;
  }
  return parts;
}

/**
 * Returns equal column widths if all words fit them. Otherwise each column gets the width of its
 * longest word, and the rest is distributed to the longest texts.
 */
function widthsOf(columns: readonly ColumnNeed[], room: number, size: number): number[] {
  const inner = Math.max(room, columns.length);
  const equal = inner / columns.length;
  if (columns.every(({ word }) => word * size * letter <= equal)) return columns.map(() => equal);
  const asked = columns.map((column) => least(column, size));
  const scale = Math.min(1, inner / sum(asked));
  const rest = Math.max(0, inner - sum(asked));
  const wishes = columns.map((column, index) =>
    Math.max(0, Math.min(column.text * size * letter, inner) - (asked[index] ?? 0)),
  );
  const wished = sum(wishes);
  return asked.map(
    (width, index) =>
      width * scale +
      (wished === 0 ? rest / columns.length : (rest * (wishes[index] ?? 0)) / wished),
  );
}
