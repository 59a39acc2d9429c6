import { fold, foldWithPositions } from './folding.ts';

/** Maximum length of a word (characters). Longer words are truncated. */
const wordMax = 64;
/** Last position in a vector. Phrases are found up to here. Source: PostgreSQL, 12.11. */
const lastPosition = 16_383;
/**
 * Maximum size of a stored vector (bytes), with room for that of the title. PostgreSQL's limit is 1
 * MiB.
 */
const vectorBytesMax = 900_000;
/** Maximum number of positions per word. Source: PostgreSQL, 12.11. */
const placesMax = 255;

/** Scripts written without spaces, and Korean, which attaches particles to words. */
const unspaced = [
  ...[
    'Han',
    'Hiragana',
    'Katakana',
    'Hangul',
    'Thai',
    'Lao',
    'Khmer',
    'Myanmar',
    'Bopomofo',
    'Yi',
  ].map((script) => `\\p{Script=${script}}`),
  'ー',
].join('');

/** One character of a word, as regular expression source (flag `v`). */
const letterOfWord = `[[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]`;

/**
 * Maximum length of a match (characters). A match of millions is an error in the pattern engine. A
 * longer word has several matches, of which the first is used; a longer run is divided.
 */
const matchMax = 100_000;

const pieces = new RegExp(`([${unspaced}]{1,${matchMax}})|${letterOfWord}{1,${matchMax}}`, 'gv');

/** A word, or a run of characters of a script without spaces. Both are folded. */
export type Piece =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'run'; readonly letters: readonly string[] };

function cut(word: string): string {
  return word.length > wordMax ? [...word.slice(0, 2 * wordMax)].slice(0, wordMax).join('') : word;
}

/**
 * Yields the pieces of `text` in order. All characters except letters and numbers are separators.
 */
export function* piecesOf(text: string): Generator<Piece> {
  let wordEnd = -1;
  for (const { 0: piece, 1: run, index } of fold(text).matchAll(pieces)) {
    if (run !== undefined) yield { kind: 'run', letters: [...run] };
    else if (index !== wordEnd) yield { kind: 'word', text: cut(piece) };
    if (run === undefined) wordEnd = index + piece.length;
  }
}

/**
 * A folded word, or one folded character of a run, with its position in the text. `isGlued`: it
 * directly follows a character of the same run. `endOf`: returns the end offset of its first
 * `units` code units.
 */
export type Placed = {
  readonly text: string;
  readonly isGlued: boolean;
  readonly from: number;
  readonly to: number;
  endOf(units: number): number;
};

const stretches = new RegExp(`[a-z0-9\\u0080-\\u{10ffff}]{1,${matchMax}}`, 'giv');
const asciiWord = /^[a-z0-9]+$/i;

/**
 * Yields the pieces of `text` like {@link piecesOf}, with positions and single characters of runs.
 * Takes linear time.
 */
export function* placedPiecesOf(text: string): Generator<Placed> {
  let wordEnd = -1;
  for (const { 0: stretch, index: at } of text.matchAll(stretches)) {
    const isContinued = at === wordEnd;
    if (asciiWord.test(stretch)) {
      if (!isContinued) yield asciiPlaced(stretch, at);
      wordEnd = at + stretch.length;
      continue;
    }
    const { folded, starts, ends } = foldWithPositions(stretch);
    const placed = (word: string, unit: number, length: number, isGlued: boolean): Placed => ({
      text: word,
      isGlued,
      from: at + (starts[unit] ?? 0),
      to: at + (ends[unit + length - 1] ?? stretch.length),
      endOf: (units) => at + (ends[unit + units - 1] ?? stretch.length),
    });
    let foldedEnd = isContinued ? 0 : -1;
    for (const { 0: piece, 1: run, index: unit } of folded.matchAll(pieces)) {
      if (run === undefined) {
        if (unit !== foldedEnd) yield placed(cut(piece), unit, piece.length, false);
        foldedEnd = unit + piece.length;
      } else {
        let inside = 0;
        for (const letter of run) {
          yield placed(letter, unit + inside, letter.length, inside > 0);
          inside += letter.length;
        }
      }
    }
    wordEnd = foldedEnd === folded.length ? at + stretch.length : -1;
  }
}

/** Returns the piece of an ASCII word. */
function asciiPlaced(word: string, at: number): Placed {
  return {
    text: cut(word.toLowerCase()),
    isGlued: false,
    from: at,
    to: at + word.length,
    endOf: (units) => at + units,
  };
}

/**
 * Returns the terms under which a piece is indexed. A word is one term. A run yields all pairs of
 * neighbours and its last character, so that any part is found, also a single character.
 */
export function termsOf(piece: Piece): string[] {
  if (piece.kind === 'word') return [piece.text];
  return piece.letters.map((letter, i) => letter + (piece.letters[i + 1] ?? ''));
}

/**
 * Returns the vector of `text` in PostgreSQL's input format (`tsvector`). If the vector would be
 * too large, words that first occur late in the text are omitted.
 */
export function vectorOf(text: string, weight: 'A' | 'D' = 'D'): string {
  const positions = new Map<string, number[]>();
  let at = 0;
  let bytes = 0;
  for (const piece of piecesOf(text)) {
    for (const term of termsOf(piece)) {
      at = Math.min(at + 1, lastPosition);
      const known = positions.get(term);
      if (known === undefined && bytes < vectorBytesMax) {
        positions.set(term, [at]);
        bytes += Buffer.byteLength(term) + 12;
      } else if (
        known !== undefined &&
        known.length < placesMax &&
        bytes < vectorBytesMax &&
        known.at(-1) !== at
      ) {
        known.push(at);
        bytes += 2;
      }
    }
  }
  const suffix = weight === 'A' ? 'A' : '';
  return [...positions]
    .map(([term, at]) => `'${term}':${at.map((position) => `${position}${suffix}`).join(',')}`)
    .join(' ');
}

/**
 * Returns the shape of a word for similarity search: each character as one of ASCII. Different
 * characters may share one, so results are compared again.
 */
export function shapeOf(word: string): string {
  return [...word]
    .map((letter) =>
      /[a-z0-9]/.test(letter) ? letter : ((letter.codePointAt(0) ?? 0) % 36).toString(36),
    )
    .join('');
}
