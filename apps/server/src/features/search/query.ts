import { piecesOf, type Piece } from '../../domain/search-words.ts';
import type { Sequence } from './finder.ts';

/**
 * One thing that is looked for: what it asks of the index (`vector`, a part of a `tsquery`) and what is set off in texts (any of
 * `sequences`). `word`: the single word that it is, where a mistyped one may be meant.
 */
export type Term = { readonly vector: string; readonly sequences: readonly Sequence[]; readonly word: string | null };

/** A query as it is understood. `loose` finds at least what `exact` does, by the index alone: phrases are words in it. */
export type Query = {
  readonly terms: readonly Term[];
  readonly unwanted: readonly Term[];
  readonly exact: string;
  readonly loose: string;
  /** As it was typed, for titles that are the same. */
  readonly text: string;
};

type Found = { readonly without: boolean; readonly phrase: boolean; readonly pieces: readonly Piece[]; readonly isOpen: boolean };

/** Letters from which on an unfinished word is completed: one letter begins too many. */
const openMin = 2;

function quoted(term: string): string {
  return `'${term}'`;
}

/** What a piece asks of the index. `isLast`: nothing follows it in its phrase, so its last letter need not end anything. */
function vectorOfPiece(piece: Piece, { isOpen, isLast, joint }: { isOpen: boolean; isLast: boolean; joint: string }): string {
  if (piece.kind === 'word') return quoted(piece.text) + (isOpen && [...piece.text].length >= openMin ? ':*' : '');
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
  if (piece.kind === 'word') return [[{ text: piece.text, isGlued: false, isOpen: isOpen && [...piece.text].length >= openMin }]];
  const whole = sequenceOf(piece);
  // All of it, else its pairs: where they do not stand together, they are still what was found.
  return [whole, ...(whole.length > 2 ? whole.slice(0, -1).map((_, i) => whole.slice(i, i + 2)) : [])];
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
    pieces.map((piece, i) => vectorOfPiece(piece, { isOpen: false, isLast: i === pieces.length - 1, joint })).join(joint);
  return [{ vector: `(${inOrder(' <-> ')})`, sequences: [pieces.flatMap(sequenceOf)], word: null }];
}

function readParts(text: string): Found[] {
  const parts = [...text.matchAll(/(-?)"([^"]*)"?|([^\s"]+)/gu)];
  return parts.map((part, i) => {
    const [whole, minus = '', inQuotes, bare = ''] = part;
    const phrase = inQuotes !== undefined;
    const without = phrase ? minus === '-' : /^-[\p{L}\p{N}]/u.test(bare);
    // What white space follows is finished.
    const isOpen = !phrase && !without && i === parts.length - 1 && (part.index ?? 0) + whole.length === text.length;
    return { without, phrase, pieces: [...piecesOf(phrase ? inQuotes : bare)], isOpen };
  });
}

function joined(wanted: readonly Term[], unwanted: readonly Term[]): string {
  return [...wanted.map(({ vector }) => `(${vector})`), ...unwanted.map(({ vector }) => `!(${vector})`)].join(' & ');
}

/** Reads what was typed. Null where nothing of it can be looked for: no letter and no number, or only what is to be left out. */
export function readQuery(text: string): Query | null {
  const parts = readParts(text).filter(({ pieces }) => pieces.length > 0);
  const terms = parts.filter(({ without }) => !without).flatMap(termsOf);
  if (terms.length === 0) return null;
  // All words of what is left out have to be there, else `-well-known` would leave out everything known.
  const unwanted = parts.filter(({ without }) => without).flatMap((part) => termsOf({ ...part, phrase: true }));
  return queryOf(terms, unwanted, text);
}

function queryOf(terms: readonly Term[], unwanted: readonly Term[], text: string): Query {
  const loose = terms.map((term) => ({ ...term, vector: term.vector.replaceAll(' <-> ', ' & ') }));
  // What a phrase leaves out cannot be told by its words: it is left out afterwards.
  const single = unwanted.filter(({ vector }) => !vector.includes('<->'));
  return { terms, unwanted, exact: joined(terms, unwanted), loose: joined(loose, single), text };
}

/** The same query, in which other words are as good as what was typed. */
export function withAlternatives(query: Query, alternatives: ReadonlyMap<string, readonly string[]>): Query {
  const widened = query.terms.map((term) => {
    const others = alternatives.get(term.word ?? '') ?? [];
    if (others.length === 0) return term;
    return {
      vector: [term.vector, ...others.map(quoted)].join(' | '),
      sequences: [...term.sequences, ...others.map((text): Sequence => [{ text, isGlued: false, isOpen: false }])],
      word: term.word,
    };
  });
  return queryOf(widened, query.unwanted, query.text);
}
