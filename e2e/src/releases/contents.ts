import { createHash } from 'node:crypto';
import { databaseAddress, signIn, type Person, type Product } from '@longhand/driver';
import { nodeOf, suggestionsOf, type NodeJson } from '@longhand/document';
import pg from 'pg';
import { z } from 'zod';

const documentContents = z.object({
  title: z.string(),
  /** Its creator, who reads it for the comparison. */
  reader: z.string(),
  status: z.string(),
  tags: z.array(z.string()),
  text: z.string(),
  /** Types of nodes and marks in the text. */
  kinds: z.array(z.string()),
  suggestions: z.array(z.object({ author: z.string(), added: z.string(), removed: z.string() })),
  comments: z.array(z.string()),
  versions: z.array(z.string()),
  reviews: z.array(z.string()),
  /** SHA-256 (hex) of the bytes of each file, by its name. */
  files: z.record(z.string(), z.string()),
});

/** Contents of an installation as its users see them, which later versions have to show too. */
export const contents = z.object({
  documents: z.record(z.string(), documentContents),
  /** Numbers of rows that no job removes, by table. */
  rows: z.record(z.string(), z.number()),
});
/** See {@link contents}. */
export type Contents = z.infer<typeof contents>;
type DocumentContents = z.infer<typeof documentContents>;

/** Tables of which rows are only removed by users. */
const lasting = [
  'access_tokens',
  'announcements',
  'comment_mentions',
  'comment_reactions',
  'comments',
  'document_tags',
  'favourites',
  'files',
  'messages',
  'newsletter_subscriptions',
  'notification_settings',
  'project_members',
  'projects',
  'reviewers',
  'reviews',
  'watches',
] as const;

/** Reads the contents of a running product, as its users see them. */
export async function readContents(product: Product): Promise<Contents> {
  const client = new pg.Client({ ...(await databaseAddress(product.dataDir)), ssl: false });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; username: string }>(
      `select d.id, u.username from documents d join users u on u.id = d.created_by
       where d.deleted_at is null order by d.created_at, d.id`,
    );
    const readers = new Map<string, Person>();
    const documents: Record<string, DocumentContents> = {};
    for (const { id, username } of rows) {
      const reader = readers.get(username) ?? (await signIn(product.url, username));
      readers.set(username, reader);
      documents[id] = await readDocument(product.url, reader, id);
    }
    const counts: Record<string, number> = {};
    for (const table of lasting) {
      const counted = await client.query<{ count: string }>(`select count(*) from ${table}`);
      counts[table] = Number(counted.rows[0]?.count);
    }
    return { documents, rows: counts };
  } finally {
    await client.end();
  }
}

async function readDocument(url: string, reader: Person, id: string): Promise<DocumentContents> {
  const params = { id };
  const read = async (format: 'text' | 'json') =>
    reader.call('getDocument', { params, query: { format } });
  const [asText, asJson] = [await read('text'), await read('json')];
  const json = asJson.content as NodeJson;
  const { items: threads } = await reader.call('listComments', { params });
  const { items: versions } = await reader.call('listVersions', { params });
  const { items: reviews } = await reader.call('listReviews', { params });
  const { items: files } = await reader.call('listFiles', { params });
  const hashes = await Promise.all(
    files.map(async (file) => [file.name, await hashOf(url, reader, file.url)] as const),
  );
  return {
    title: asText.title,
    reader: reader.user.username,
    status: asText.status,
    tags: asText.tags.toSorted(),
    text: String(asText.content),
    kinds: [...new Set(kindsIn(json))].sort(),
    suggestions: suggestionsOf(nodeOf(json)).map(({ author, added, removed }) => ({
      author,
      added,
      removed,
    })),
    comments: threads
      .flatMap(({ replies, ...first }) => [first, ...replies])
      .map(
        ({ author, body, resolvedAt, reactions, anchor }) =>
          `${author.username}: ${body} (${resolvedAt === null ? 'open' : 'resolved'}, ` +
          `${reactions.map(({ kind }) => kind).join()}) “${anchor?.quote ?? ''}”`,
      ),
    versions: await Promise.all(
      versions.filter(isLasting).map(async ({ id: versionId, number, name, kind }) => {
        const { content } = await reader.call('getVersion', { params: { id, versionId } });
        const words = createHash('sha256')
          .update(wordsIn(content as NodeJson))
          .digest('hex');
        return `${number} ${name ?? ''} (${kind}): ${words}`;
      }),
    ),
    reviews: reviews.map(
      ({ state, message, reviewers }) =>
        `${state} “${message}” ${reviewers.map(({ verdict }) => String(verdict)).join()}`,
    ),
    files: Object.fromEntries(hashes),
  };
}

/** A version of a work session is stored when the session has ended, which may be at any time. */
const isLasting = ({ kind }: { kind: string }): boolean => kind !== 'auto';

async function hashOf(url: string, reader: Person, path: string): Promise<string> {
  const answer = await fetch(new URL(path, url), { headers: { cookie: reader.cookie() } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return createHash('sha256')
    .update(await answer.bytes())
    .digest('hex');
}

function kindsIn(node: NodeJson): string[] {
  const marks = (node.marks ?? []).map(({ type }) => `mark ${type}`);
  return [node.type, ...marks, ...(node.content ?? []).flatMap(kindsIn)];
}

function wordsIn(node: NodeJson): string {
  return (node.text ?? '') + (node.content ?? []).map(wordsIn).join('');
}
