import { piecesOf, type Piece } from '../../domain/search-words.ts';
import type { Sequence } from './finder.ts';

/**
 * One search term: its part of a `tsquery` (`vector`), and the alternative `sequences` to highlight
 * in texts. `word`: the single word it consists of, if a mistyped one may be meant.
 */
export type Term = {
  readonly vector: string;
  readonly sequences: readonly Sequence[];
  readonly word: string | null;
};

/**
 * A parsed query. `loose` matches at least what `exact` does, using the index only: it treats
 * phrases as words.
 */
export type Query = {
  readonly terms: readonly Term[];
  readonly unwanted: readonly Term[];
  readonly exact: string;
  readonly loose: string;
  /** The input, for comparison with titles. */
  readonly text: string;
};

type Found = {
  readonly without: boolean;
  readonly phrase: boolean;
  readonly pieces: readonly Piece[];
  readonly isOpen: boolean;
};

/**
 * Minimum length of an unfinished word to complete (characters). A single character begins too many
 * words.
 */
const openMin = 2;

function quoted(term: string): string {
  return `'${term}'`;
}

/**
 * Returns a piece's part of a `tsquery`. `isLast`: the last piece of its phrase, so its last
 * character may begin a longer term.
 */
function vectorOfPiece(
  piece: Piece,
  { isOpen, isLast, joint }: { isOpen: boolean; isLast: boolean; joint: string },
): string {
  if (piece.kind === 'word')
    return quoted(piece.text) + (isOpen && [...piece.text].length >= openMin ? ':*' : '');
  const { letters } = piece;
  if (letters.length === 1 && isLast) return `${quoted(letters[0] ?? '')}:*`;
  const pairs = letters.map((letter, i) => letter + (letters[i + 1] ?? ''));
  return (isLast ? pairs.slice(0, -1) : pairs).map(quoted).join(joint);
}

function sequenceOf(piece: Piece): Sequence {
  if (piece.kind === 'word') return [{ text: piece.text, isGlued: false, isOpen: false }];
  return piece.letters.map((letter, i) => ({ text: letter, isGlued: i > 0, isOpen: false }));
}

function sequencesOfPiece(piece: Piece, isOpen: boolean): Sequence[] {
  if (piece.kind === 'word')
    return [
      [{ text: piece.text, isGlued: false, isOpen: isOpen && [...piece.text].length >= openMin }],
    ];
  const whole = sequenceOf(piece);
  // The whole run, otherwise its pairs: if they are not adjacent in the text, they are still the
  // match.
  return [
    whole,
    ...(whole.length > 2 ? whole.slice(0, -1).map((_, i) => whole.slice(i, i + 2)) : []),
  ];
}

function termsOf({ phrase, pieces, isOpen }: Found): Term[] {
  const opens = (i: number): boolean => isOpen && i === pieces.length - 1;
  if (!phrase) {
    return pieces.map((piece, i) => ({
      vector: vectorOfPiece(piece, { isOpen: opens(i), isLast: true, joint: ' & ' }),
      sequences: sequencesOfPiece(piece, opens(i)),
      word: piece.kind === 'word' ? piece.text : null,
    }));
  }
  const inOrder = (joint: string) =>
    pieces
      .map((piece, i) =>
        vectorOfPiece(piece, { isOpen: false, isLast: i === pieces.length - 1, joint }),
      )
      .join(joint);
  return [{ vector: `(${inOrder(' <-> ')})`, sequences: [pieces.flatMap(sequenceOf)], word: null }];
}

function readParts(text: string): Found[] {
  const parts = [...text.matchAll(/(-?)"([^"]*)"?|([^\s"]+)/gu)];
  return parts.map((part, i) => {
    const [whole, minus = '', inQuotes, bare = ''] = part;
    const phrase = inQuotes !== undefined;
    const without = phrase ? minus === '-' : /^-[\p{L}\p{N}]/u.test(bare);
    // A word followed by whitespace is complete.
    const isOpen =
      !phrase &&
      !without &&
      i === parts.length - 1 &&
      (part.index ?? 0) + whole.length === text.length;
    return { without, phrase, pieces: [...piecesOf(phrase ? inQuotes : bare)], isOpen };
  });
}

function joined(wanted: readonly Term[], unwanted: readonly Term[]): string {
  return [
    ...wanted.map(({ vector }) => `(${vector})`),
    ...unwanted.map(({ vector }) => `!(${vector})`),
  ].join(' & ');
}

/** Parses a query. Returns null if it contains no letter or number, or only exclusions. */
export function readQuery(text: string): Query | null {
  const parts = readParts(text).filter(({ pieces }) => pieces.length > 0);
  const terms = parts.filter(({ without }) => !without).flatMap(termsOf);
  if (terms.length === 0) return null;
  // All words of an exclusion must occur, otherwise `-well-known` would exclude everything with
  // "known".
  const unwanted = parts
    .filter(({ without }) => without)
    .flatMap((part) => termsOf({ ...part, phrase: true }));
  return queryOf(terms, unwanted, text);
}

function queryOf(terms: readonly Term[], unwanted: readonly Term[], text: string): Query {
  const loose = terms.map((term) => ({ ...term, vector: term.vector.replaceAll(' <-> ', ' & ') }));
  // The words of an excluded phrase do not suffice to exclude a text: phrases are excluded
  // afterwards.
  const single = unwanted.filter(({ vector }) => !vector.includes('<->'));
  return { terms, unwanted, exact: joined(terms, unwanted), loose: joined(loose, single), text };
}

/** Returns the query with alternative words that match as well as the typed ones. */
export function withAlternatives(
  query: Query,
  alternatives: ReadonlyMap<string, readonly string[]>,
): Query {
  const widened = query.terms.map((term) => {
    const others = alternatives.get(term.word ?? '') ?? [];
    if (others.length === 0) return term;
    return {
      vector: [term.vector, ...others.map(quoted)].join(' | '),
      sequences: [
        ...term.sequences,
        ...others.map((text): Sequence => [{ text, isGlued: false, isOpen: false }]),
      ],
      word: term.word,
    };
  });
  return queryOf(widened, query.unwanted, query.text);
}
