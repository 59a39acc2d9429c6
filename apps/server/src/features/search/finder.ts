import { placedPiecesOf, type Placed } from '../../domain/search-words.ts';

/**
 * A folded word or character to find. `isGlued`: it directly follows the one before. `isOpen`:
 * longer words match too.
 */
export type Wanted = { readonly text: string; readonly isGlued: boolean; readonly isOpen: boolean };

/** Words that follow each other with only punctuation or spaces between them. */
export type Sequence = readonly Wanted[];

/** A match in a text (code units) with its folded words. */
export type TextMatch = { readonly from: number; readonly to: number; readonly what: string };

/** Finds matches of search terms. */
export type Finder = {
  /**
   * Yields the matches in `text` in order, without overlaps. Time is proportional to the length of
   * the text times that of the query.
   */
  find(text: string): Generator<TextMatch>;
};

type Match = { readonly pieces: number; readonly to: number };

/** Returns a lazy reader of the pieces of a text. */
function readerOf(text: string): (at: number) => Placed | undefined {
  const source = placedPiecesOf(text);
  const read: Placed[] = [];
  return (at) => {
    while (read.length <= at) {
      const { value, done } = source.next();
      if (done === true) return undefined;
      read.push(value);
    }
    return read[at];
  };
}

function matchAt(
  pieceAt: (at: number) => Placed | undefined,
  at: number,
  sequence: Sequence,
): Match | null {
  let to = 0;
  for (const [i, { text, isGlued, isOpen }] of sequence.entries()) {
    const piece = pieceAt(at + i);
    if (piece === undefined || (isGlued && !piece.isGlued)) return null;
    if (piece.text !== text && !(isOpen && piece.text.startsWith(text))) return null;
    to = isOpen ? piece.endOf(text.length) : piece.to;
  }
  return { pieces: sequence.length, to };
}

/**
 * Creates the {@link Finder} of `sequences`. Of several matches at one position, the longest is
 * used.
 */
export function finderOf(sequences: readonly Sequence[]): Finder {
  const whole = new Map<string, Sequence[]>();
  const open: Sequence[] = [];
  for (const sequence of sequences) {
    const [first] = sequence;
    if (first === undefined) continue;
    if (first.isOpen) open.push(sequence);
    else whole.set(first.text, [...(whole.get(first.text) ?? []), sequence]);
  }
  return {
    *find(text) {
      const pieceAt = readerOf(text);
      let at = 0;
      for (let piece = pieceAt(at); piece !== undefined; piece = pieceAt(at)) {
        let best: Match | null = null;
        for (const sequence of [...(whole.get(piece.text) ?? []), ...open]) {
          const match = matchAt(pieceAt, at, sequence);
          if (match !== null && (best === null || match.to > best.to)) best = match;
        }
        if (best !== null)
          yield { from: piece.from, to: best.to, what: wordsAt(pieceAt, at, best.pieces) };
        at += best?.pieces ?? 1;
      }
    },
  };
}

function wordsAt(pieceAt: (at: number) => Placed | undefined, at: number, count: number): string {
  return Array.from({ length: count }, (_, i) => pieceAt(at + i)?.text ?? '').join(' ');
}
