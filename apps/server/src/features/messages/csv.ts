import type { Kysely } from 'kysely';
import type { Message, MessageKind } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { listMessages } from './store.ts';

/** Number of rows read per query. */
const rowsAtOnce = 500;

/**
 * Matches the beginning of a cell that a spreadsheet treats as a formula, after whitespace and
 * invisible characters.
 */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠\t\r]/u;

/**
 * Returns one cell: quoted, and with an apostrophe before possible formulas, so that spreadsheets
 * show them as text. Source: OWASP, CSV Injection; RFC 4180.
 */
export function csvCell(text: string): string {
  const tame = formula.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${tame.replaceAll('"', '""')}"`;
}

const columns: readonly [string, (message: Message) => string][] = [
  ['Date', ({ createdAt }) => createdAt],
  ['Kind', ({ kind }) => kind],
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Company', ({ companyName }) => companyName],
  ['Team size', ({ teamSize }) => teamSize],
  ['Subject', ({ subject }) => subject],
  ['Message', ({ message }) => message],
  ['Signed in as', ({ user }) => user?.username ?? ''],
  ['Newsletter', ({ subscription }) => subscription ?? ''],
];

const line = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/**
 * Yields the messages of a kind, or all, newest first, as CSV in UTF-8. A byte order mark
 * identifies the encoding to spreadsheets.
 */
export async function* csvOf(
  db: Kysely<Schema>,
  kind: MessageKind | undefined,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\ufeff${line(columns.map(([name]) => name))}`);
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await listMessages(db, { limit: rowsAtOnce, cursor, kind });
    yield Buffer.from(
      items.map((message) => line(columns.map(([, cell]) => cell(message)))).join(''),
    );
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}
