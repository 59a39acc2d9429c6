import { fold, foldWithPlaces } from './folding.ts';

/** Characters of a word that count: what is longer is no word. */
const wordMax = 64;
/** The last place in a vector: phrases are found up to here. Source: PostgreSQL, 12.11. */
const lastPlace = 16_383;
/** Bytes of a vector as it is stored, with room for the title's; PostgreSQL's own limit is 1 MiB. */
const vectorBytesMax = 900_000;
/** Places of one word that are kept. Source: PostgreSQL, 12.11. */
const placesMax = 255;

/** Scripts written without spaces, and Korean, whose particles hang on words. */
const unspaced = [
  ...['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Bopomofo', 'Yi'].map(
    (script) => `\\p{Script=${script}}`,
  ),
  'ー',
].join('');

/** One letter of a word, as the source of a regular expression (flag `v`). */
const letterOfWord = `[[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]`;

const pieces = new RegExp(`([${unspaced}]+)|${letterOfWord}+`, 'gv');

/** A word, or a run of letters of a script without spaces. Both folded. */
export type Piece =
  { readonly kind: 'word'; readonly text: string } | { readonly kind: 'run'; readonly letters: readonly string[] };

function cut(word: string): string {
  return word.length > wordMax ? [...word.slice(0, 2 * wordMax)].slice(0, wordMax).join('') : word;
}

/** What `text` is made of, in order; everything that is no letter or number divides. */
export function* piecesOf(text: string): Generator<Piece> {
  for (const [piece, run] of fold(text).matchAll(pieces)) {
    if (run === undefined) yield { kind: 'word', text: cut(piece) };
    else yield { kind: 'run', letters: [...run] };
  }
}

/**
 * A word of a text, or one letter of a run, folded, and where it stands in the text. `isGlued`: the letter before it in the same run
 * stands directly before it. `endOf`: where its first `units` code units end.
 */
export type Placed = {
  readonly text: string;
  readonly isGlued: boolean;
  readonly from: number;
  readonly to: number;
  endOf(units: number): number;
};

const stretches = /[a-z0-9\u0080-\u{10ffff}]+/giv;
const asciiWord = /^[a-z0-9]+$/i;

/** The pieces of `text` as {@link piecesOf} gives them, the letters of a run one by one, with their places. Takes linear time. */
export function* placedPiecesOf(text: string): Generator<Placed> {
  for (const { 0: stretch, index: at } of text.matchAll(stretches)) {
    if (asciiWord.test(stretch)) {
      const word = cut(stretch.toLowerCase());
      yield { text: word, isGlued: false, from: at, to: at + stretch.length, endOf: (units) => at + units };
      continue;
    }
    const { folded, starts, ends } = foldWithPlaces(stretch);
    const placed = (word: string, unit: number, length: number, isGlued: boolean): Placed => ({
      text: word,
      isGlued,
      from: at + (starts[unit] ?? 0),
      to: at + (ends[unit + length - 1] ?? stretch.length),
      endOf: (units) => at + (ends[unit + units - 1] ?? stretch.length),
    });
    for (const { 0: piece, 1: run, index: unit } of folded.matchAll(pieces)) {
      if (run === undefined) yield placed(cut(piece), unit, piece.length, false);
      else {
        let inside = 0;
        for (const letter of run) {
          yield placed(letter, unit + inside, letter.length, inside > 0);
          inside += letter.length;
        }
      }
    }
  }
}

/**
 * The terms under which a piece is kept: a word as it is; a run as all pairs of neighbours and its last letter, so that any part of it is
 * found, of one letter too (every letter begins a term).
 */
export function termsOf(piece: Piece): string[] {
  if (piece.kind === 'word') return [piece.text];
  return piece.letters.map((letter, i) => letter + (piece.letters[i + 1] ?? ''));
}

/**
 * The vector of `text` as PostgreSQL reads it (`tsvector`). Of a text whose vector would not fit, words that come up first late in it are
 * left out.
 */
export function vectorOf(text: string, weight: 'A' | 'D' = 'D'): string {
  const places = new Map<string, number[]>();
  let at = 0;
  let bytes = 0;
  for (const piece of piecesOf(text)) {
    for (const term of termsOf(piece)) {
      at = Math.min(at + 1, lastPlace);
      const known = places.get(term);
      if (known === undefined && bytes < vectorBytesMax) {
        places.set(term, [at]);
        bytes += Buffer.byteLength(term) + 12;
      } else if (known !== undefined && known.length < placesMax && bytes < vectorBytesMax && known.at(-1) !== at) {
        known.push(at);
        bytes += 2;
      }
    }
  }
  const suffix = weight === 'A' ? 'A' : '';
  return [...places].map(([term, at]) => `'${term}':${at.map((place) => `${place}${suffix}`).join(',')}`).join(' ');
}

/**
 * The shape of a word, in which similar words are looked for: each letter as one of ASCII. Different letters may share one, so what is
 * found by it is compared again.
 */
export function shapeOf(word: string): string {
  return [...word]
    .map((letter) => (/[a-z0-9]/.test(letter) ? letter : ((letter.codePointAt(0) ?? 0) % 36).toString(36)))
    .join('');
}
