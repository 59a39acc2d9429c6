import type { StepMap } from '@tiptap/pm/transform';

/** A stretch of the document as its author sees it, and where it is in the document that is being written. */
type Piece = { length: number; at: number; size: number };

/**
 * Where the places of one document are in another one that says the same and more: in which deleted text still stands, and a new
 * paragraph is only a sign. The first is what an editor's change would have made, the second what is made of it as a suggestion.
 */
export type Rope = {
  /** The place in the second document. Between two pieces: at the end of the left one (-1), or at the beginning of the right one (1). */
  place(pos: number, side: -1 | 1): number;
  /** In the first document `from` to `to` is taken out. To be said before the second is changed. */
  remove(from: number, to: number): void;
  /** In the first document `length` places come in at `pos`; in the second they are `size` places at `at`. To be said after it. */
  insert(pos: number, piece: Piece): void;
  /** The second document was changed. */
  shift(map: StepMap): void;
};

/** A rope of two documents that are the same, `size` places long. */
export function createRope(size: number): Rope {
  const pieces: Piece[] = [{ length: size, at: 0, size }];

  /** Makes a piece begin at `pos`; answers its index. */
  function cut(pos: number): number {
    let start = 0;
    for (let i = 0; i < pieces.length; i += 1) {
      const piece = pieces[i] as Piece;
      if (pos === start) return i;
      if (pos < start + piece.length) {
        const offset = pos - start;
        const part = Math.min(offset, piece.size);
        pieces.splice(
          i,
          1,
          { length: offset, at: piece.at, size: part },
          { length: piece.length - offset, at: piece.at + part, size: piece.size - part },
        );
        return i + 1;
      }
      start += piece.length;
    }
    return pieces.length;
  }

  return {
    place(pos, side) {
      let start = 0;
      for (const [i, piece] of pieces.entries()) {
        const end = start + piece.length;
        const isLast = i === pieces.length - 1;
        if (pos < end || (pos === end && (side < 0 || isLast))) return piece.at + Math.min(pos - start, piece.size);
        start = end;
      }
      return 0;
    },
    remove(from, to) {
      const first = cut(from);
      pieces.splice(first, cut(to) - first);
    },
    insert(pos, piece) {
      const index = cut(pos);
      if (piece.length > 0 || pieces.length === 0) pieces.splice(index, 0, { ...piece });
    },
    shift(map) {
      for (const piece of pieces) {
        const at = map.map(piece.at, piece.size === 0 ? -1 : 1);
        const end = map.map(piece.at + piece.size, -1);
        piece.at = at;
        piece.size = Math.max(end - at, 0);
      }
    },
  };
}
