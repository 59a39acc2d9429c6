import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Stored } from '@longhand/sync/server';
import { ownBytes, unpackBytes, unpackIndex } from './packing.ts';

/**
 * Maximum size of the byte strings that one row returns (bytes). The driver reads a row at once,
 * as hexadecimal text.
 */
const pieceBytes = 262_144;

/** Bytes that are joined in one turn of the event loop. */
const joinedAtOnce = 1_048_576;

/**
 * Reads a row with the document, then its snapshot and the entries after it in pieces. The purpose
 * of the concatenation and of `offset 0` is that the snapshot is decompressed once. The driver
 * would parse an array of byte strings letter by letter, which blocks the process for seconds if
 * the log is long.
 */
const loadDocument = {
  name: 'load-document',
  text: `
    with document as (
      select d.id, d.epoch, s.seq, s.struct_index
      from documents d left join document_snapshots s on s.document_id = d.id
      where d.id = $1
    )
    select d.epoch, d.seq, d.struct_index,
      (select array_agg(c.user_id || ' ' || c.client) from document_clients c where c.document_id = d.id) as clients,
      null::bigint as entry, null::int as first, null::bytea as piece
    from document d
    union all
    select null, null, null, null, 0, first, substring(s.state from first for ${pieceBytes})
    from (select s.state || ''::bytea as state from document_snapshots s where s.document_id = $1 offset 0) s,
      generate_series(1, greatest(length(s.state), 1), ${pieceBytes}) first
    union all
    select null, null, null, null, l.seq, first, substring(l.updates from first for ${pieceBytes})
    from document d join document_log l on l.document_id = d.id and l.seq > coalesce(d.seq, 0),
      generate_series(1, greatest(length(l.updates), 1), ${pieceBytes}) first`,
};

/** Row of a document. */
type DocumentRow = {
  epoch: number;
  seq: number | null;
  struct_index: Buffer | null;
  /** Pairs of the form `user client`. */
  clients: string[] | null;
  entry: null;
};

/** Row of a piece of an entry, or of the snapshot: entry 0. `first`: its position, from 1 on. */
type PieceRow = { entry: number | string; first: number; piece: Buffer };

const isPiece = (row: DocumentRow | PieceRow): row is PieceRow => row.entry !== null;

/**
 * Loads a document from the database. A large one is read and joined in several turns of the event
 * loop.
 *
 * @returns null if the document does not exist
 */
export async function loadStored(pool: Pool, documentId: string): Promise<Stored | null> {
  const { rows } = await pool.query<DocumentRow | PieceRow>({
    ...loadDocument,
    values: [documentId],
  });
  const document = rows.find((row): row is DocumentRow => !isPiece(row));
  if (document === undefined) return null;
  const parts = Map.groupBy(rows.filter(isPiece), ({ entry }) => Number(entry));
  const state = parts.get(0);
  const { epoch, seq, struct_index: index } = document;
  const snapshot =
    seq === null || state === undefined || index === null
      ? null
      : { seq, state: await joined(state), index: unpackIndex(index) };
  const entries = [...parts].filter(([entry]) => entry > 0).sort(([a], [b]) => a - b);
  return {
    epoch,
    snapshot,
    entries: await entriesOf(entries, seq ?? 0),
    clients: new Map(
      (document.clients ?? []).map((pair) => [Number(pair.slice(37)), pair.slice(0, 36)]),
    ),
  };
}

async function entriesOf(
  parts: readonly [number, readonly PieceRow[]][],
  base: number,
): Promise<Stored['entries']> {
  const entries: Stored['entries'][number][] = [];
  for (const [seq, pieces] of parts) {
    if (seq !== base + entries.length + 1) throw new Error('the log of a document has a gap');
    entries.push({ seq, updates: unpackBytes(await joined(pieces)) });
  }
  return entries;
}

/** Joins the pieces of one byte string. */
async function joined(pieces: readonly PieceRow[]): Promise<Uint8Array> {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return ownBytes(only.piece);
  const bytes = new Uint8Array(pieces.reduce((sum, { piece }) => sum + piece.length, 0));
  let copied = 0;
  for (const { first, piece } of pieces) {
    bytes.set(piece, first - 1);
    copied += piece.length;
    if (copied % joinedAtOnce === 0) await nextTurn();
  }
  return bytes;
}
