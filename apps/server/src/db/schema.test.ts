import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type Column = { table: string; column: string; type: string; nullable: boolean; given: boolean };

/**
 * Returns the columns of all tables and views. Those of views count as not nullable, because
 * PostgreSQL does not know it.
 */
async function storedColumns(): Promise<Column[]> {
  const { rows } = await database.pool.query<Column>(`
    select table_name as table, column_name as column, udt_name as type, column_default is not null as given,
      is_nullable = 'YES' and exists (select from information_schema.tables t
        where t.table_schema = 'public' and t.table_name = c.table_name and t.table_type = 'BASE TABLE') as nullable
    from information_schema.columns c where table_schema = 'public' and table_name <> 'migrations' order by 1, ordinal_position`);
  return rows;
}

/**
 * Returns the table types as source text, because types do not exist at runtime. Includes only
 * files that `schema.ts` joins.
 */
function writtenTables(): string {
  const joined = readFileSync(join(import.meta.dirname, 'schema.ts'), 'utf8').matchAll(
    /from '\.\/(tables\/[\w-]+\.ts)'/g,
  );
  const bodies = [...joined].map(([, file]) => {
    const source = readFileSync(join(import.meta.dirname, file ?? ''), 'utf8');
    return /export type \w+Tables = \{\n(.*)\n\};/s.exec(source)?.[1] ?? '';
  });
  return bodies.join('\n');
}

function writtenColumns(): Map<string, string> {
  const schema = writtenTables();
  const columns = new Map<string, string>();
  for (const [, table, body] of schema.matchAll(
    /^ {2}(\w+): \{(.*?)\};?$(?=\n {2}\w+: \{|$(?![\s\S]))/gms,
  )) {
    for (const [, column, type] of (body ?? '').matchAll(
      /(\w+): ((?:[^;<]|<[^>]*(?:<[^>]*>[^>]*)*>)+)(?:;|$)/g,
    )) {
      columns.set(`${table}.${column}`, (type ?? '').trim());
    }
  }
  return columns;
}

const moment = 'Moment';
const kinds: Record<string, RegExp> = {
  uuid: /^(Generated<)?string/,
  text: /^(Generated<)?(string|Role|GroupRole|LinkRule|')/,
  bool: /^(Generated<)?boolean/,
  int4: /^(Generated<)?number/,
  int8: /^(Generated<)?number/,
  _text: /^(Generated<)?string\[\]/,
  _uuid: /^(Generated<)?string\[\]/,
  bytea: /^(Generated<)?Buffer/,
  tsvector: /^(Generated<)?string/,
  jsonb: /^(ColumnType<Record<string, unknown>(\[\] \| null)?|Jsonb<)/,
  timestamptz: /^(Moment|Date)/,
};

test('schema.ts names exactly the columns of the migrated database', async () => {
  const stored = (await storedColumns()).map(({ table, column }) => `${table}.${column}`);
  expect([...writtenColumns().keys()].sort()).toEqual(stored.sort());
});

test('each type of schema.ts matches its column: type, nullability and default', async () => {
  const written = writtenColumns();
  const wrong = (await storedColumns()).filter(({ table, column, type, nullable, given }) => {
    const text = written.get(`${table}.${column}`) ?? '';
    const isNullable = /\| null\b/.test(text);
    const mayBeLeftOut =
      text === moment || /^(Generated|Jsonb)</.test(text) || text.includes('undefined');
    return !kinds[type]?.test(text) || isNullable !== nullable || mayBeLeftOut !== given;
  });
  expect(wrong).toEqual([]);
});

test('reads bigint and count(*) as numbers, and throws if a number cannot hold the value exactly', async () => {
  const { rows } = await database.pool.query(
    'select count(*) as many, 9007199254740991::bigint as large from users',
  );
  expect(rows).toEqual([{ many: 0, large: 9007199254740991 }]);
  await expect(database.pool.query('select 9007199254740993::bigint as n')).rejects.toThrow(
    'cannot hold exactly',
  );
});
