import type { Kysely } from 'kysely';
import type { Message, MessageKind } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { listMessages } from './store.ts';

/** Rows that are read at once. */
const rowsAtOnce = 500;

/** How a cell begins that a spreadsheet takes for a formula, white space and what cannot be seen before it included. */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠\t\r]/u;

/**
 * One cell: always in quotation marks, and with an apostrophe before what could be a formula, which a spreadsheet then shows as text.
 * Source: OWASP, CSV Injection; RFC 4180.
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

/** All messages of a kind, or all, newest first, as CSV in UTF-8; the mark at its beginning tells that to spreadsheets. */
export async function* csvOf(db: Kysely<Schema>, kind: MessageKind | undefined): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\ufeff${line(columns.map(([name]) => name))}`);
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await listMessages(db, { limit: rowsAtOnce, cursor, kind });
    yield Buffer.from(items.map((message) => line(columns.map(([, cell]) => cell(message)))).join(''));
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}
