import type { Kysely } from 'kysely';
import type { Message, MessageKind } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import type { I18n } from '../../platform/translations.ts';
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

/** Columns with their titles in the language of the reader. */
const columnsIn = (i18n: I18n): readonly [string, (message: Message) => string][] => [
  [i18n._('Date'), ({ createdAt }) => createdAt],
  [i18n._('Kind'), ({ kind }) => kind],
  [i18n._('Name'), ({ name }) => name],
  [i18n._('Email'), ({ email }) => email],
  [i18n._('Company'), ({ companyName }) => companyName],
  [i18n._('Team size'), ({ teamSize }) => teamSize],
  [i18n._('Subject'), ({ subject }) => subject],
  [i18n._('Message'), ({ message }) => message],
  [i18n._('Signed in as'), ({ user }) => user?.username ?? ''],
  [i18n._('Newsletter'), ({ subscription }) => subscription ?? ''],
];

const line = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/**
 * Yields the messages of a kind, or all, newest first, as CSV in UTF-8. A byte order mark
 * identifies the encoding to spreadsheets.
 */
export async function* csvOf(
  db: Kysely<Schema>,
  kind: MessageKind | undefined,
  i18n: I18n,
): AsyncGenerator<Uint8Array> {
  const columns = columnsIn(i18n);
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
