import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import {
  addParagraph,
  databaseAddress,
  openOwnClient,
  until,
  type Person,
  type Product,
} from '@longhand/driver';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';

/** Size of an installation: number of documents, and of files of 1 MB. */
export type InstallationSize = { readonly documents: number; readonly files: number };

/** Characters of a document: words, and random letters, which do not compress well. */
const length = { words: 20_000, random: 80_000 };

/** Size of a file (bytes). */
const fileBytes = 1_000_000;

/** Documents per statement. */
const atOnce = 50;

const randomLetters = (): string =>
  randomBytes((length.random / 4) * 3)
    .toString('base64')
    .slice(0, length.random);

/**
 * Fills an installation with documents and files. One document is typed. The others are copies of
 * its stored state with other random letters of the same length, so that they are valid as well.
 *
 * @returns the size of the database and the files (bytes)
 */
export async function fillInstallation(
  { url, dataDir }: Product,
  person: Person,
  { documents, files }: InstallationSize,
): Promise<number> {
  const letters = randomLetters();
  const id = await typeDocument(url, person, letters);
  const client = new pg.Client(await databaseAddress(dataDir));
  await client.connect();
  try {
    await until('the document is compacted', () => hasSnapshot(client, id), 60_000);
    for (let from = 1; from < documents; from += atOnce)
      await copyDocument(client, { id, letters, count: Math.min(atOnce, documents - from) });
    for (let file = 0; file < files; file += 1) await addFile(url, person, id);
    const { rows } = await client.query<{ bytes: string }>(
      'select pg_database_size(current_database()) as bytes',
    );
    return Number(rows[0]?.bytes) + files * fileBytes;
  } finally {
    await client.end();
  }
}

async function typeDocument(url: string, person: Person, letters: string): Promise<string> {
  const { id } = await person.call('createDocument', { body: { title: 'A long letter' } });
  const { doc, link } = openOwnClient({
    url,
    person,
    documentId: id,
    outbox: createMemoryOutbox(),
  });
  try {
    await until('the document is open', () => link.state.synced);
    const sentence = 'It was a dark and stormy night. ';
    addParagraph(doc, sentence.repeat(length.words / sentence.length));
    addParagraph(doc, letters);
    await until('the text is saved', () => link.pendingUpdates().length === 0);
  } finally {
    doc.destroy();
  }
  return id;
}

async function hasSnapshot(client: pg.Client, id: string): Promise<boolean> {
  const { rows } = await client.query<{ bytes: number }>(
    'select length(state) as bytes from document_snapshots where document_id = $1',
    [id],
  );
  return (rows[0]?.bytes ?? 0) > length.words + length.random;
}

const insertDocuments = `
  insert into documents (id, title, created_by)
  select r.id, d.title, d.created_by
  from documents d, unnest($2::uuid[]) as r (id) where d.id = $1`;

const insertSnapshots = `
  insert into document_snapshots (document_id, seq, state, struct_index, authorship)
  select r.id, s.seq, overlay(s.state placing convert_to(r.letters, 'UTF8') from position(convert_to($4, 'UTF8') in s.state)),
    s.struct_index, s.authorship
  from document_snapshots s, unnest($2::uuid[], $3::text[]) as r (id, letters)
  where s.document_id = $1`;

const insertClients = `
  insert into document_clients (document_id, client, user_id)
  select r.id, c.client, c.user_id
  from document_clients c, unnest($2::uuid[]) as r (id) where c.document_id = $1`;

async function copyDocument(
  client: pg.Client,
  { id, letters, count }: { id: string; letters: string; count: number },
): Promise<void> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await client.query('begin');
  await client.query(insertDocuments, [id, ids]);
  await client.query(insertSnapshots, [id, ids, ids.map(randomLetters), letters]);
  await client.query(insertClients, [id, ids]);
  await client.query('commit');
}

async function addFile(url: string, person: Person, documentId: string): Promise<void> {
  const form = new FormData();
  const bytes = randomBytes(fileBytes);
  form.append('file', new Blob([bytes], { type: 'application/octet-stream' }), 'random.bin');
  const token = /XSRF-TOKEN=([^;]*)/.exec(person.cookie())?.[1] ?? '';
  const response = await fetch(`${url}/api/v1/documents/${documentId}/files`, {
    method: 'POST',
    headers: { cookie: person.cookie(), 'x-xsrf-token': decodeURIComponent(token) },
    body: form,
  });
  if (!response.ok) throw new Error(await response.text());
}
