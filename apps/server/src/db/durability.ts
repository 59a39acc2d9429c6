import type pg from 'pg';
import type { Logger } from '../platform/log.ts';

/**
 * PostgreSQL settings required for durable acknowledgements, with the consequence of switching each
 * off.
 */
const promises: Readonly<Record<string, string>> = {
  fsync: 'a power failure may make the database unreadable',
  full_page_writes: 'a power failure may leave partially written pages in the database',
  synchronous_commit: 'a crash or power failure loses text that was already shown as saved',
};

/**
 * Logs the settings of an external database that make *Saved* untrue. Returns the names of those
 * that are off for this connection.
 */
export async function warnOfLostWrites(
  client: Pick<pg.Client, 'query'>,
  log: Pick<Logger, 'error'>,
): Promise<string[]> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name = any($1) and setting = 'off' order by name",
    [Object.keys(promises)],
  );
  for (const { name } of rows)
    log.error(
      { setting: name },
      `The database runs with ${name} = off: ${promises[name]}. Set it to on.`,
    );
  return rows.map(({ name }) => name);
}
