import { sql } from 'kysely';
import { z } from 'zod';
import { excerptOf, plainTextOfJson, type NodeJson } from '@longhand/document';
import { id, type Template } from '@longhand/contract';
import {
  momentKey,
  momentOfKey,
  readCursor,
  type Page,
  type PageAsked,
} from '../../domain/pages.ts';
import { findDocumentAccess } from '../../domain/membership.ts';
import { refuse } from '../../platform/refusal.ts';
import { textsOfCaller } from '../../platform/translations.ts';
import { builtInTemplates, type BuiltInTemplate } from './built-in-templates.ts';
import type { DocumentsDeps } from './deps.ts';
import { placeholdersIn } from './placeholders.ts';
import { documentsFor, type DocumentRow } from './presented.ts';

/** Built-in templates come first, by number; then documents, by last edit. */
const cursorKeys = z.union([
  z.tuple([z.literal('built_in'), z.int().min(0)]),
  z.tuple([z.literal('document'), momentKey, id]),
]);

const cursorOf = (keys: z.input<typeof cursorKeys>) =>
  Buffer.from(JSON.stringify(keys)).toString('base64url');

/**
 * Maximum size of the templates in one response (characters of JSON). The list continues on the
 * next page.
 */
const pageCharactersMax = 2_000_000;

async function presentDocument({ live }: DocumentsDeps, row: DocumentRow): Promise<Template> {
  const content = (await live.readContent(row.id, 'json')) as NodeJson;
  const { id: documentId, title: name, excerpt } = row;
  const placeholders = placeholdersIn({ title: name, content });
  const updatedAt = row.updatedAt.toISOString();
  return {
    id: documentId,
    kind: 'document',
    name,
    description: '',
    placeholders,
    excerpt,
    content,
    updatedAt,
  };
}

function presentBuiltIn({
  id: templateId,
  name,
  description,
  title,
  content,
}: BuiltInTemplate): Template {
  const excerpt = excerptOf(plainTextOfJson(content));
  const placeholders = placeholdersIn({ title, content });
  return {
    id: templateId,
    kind: 'built_in',
    name,
    description,
    placeholders,
    excerpt,
    content,
    updatedAt: null,
  };
}

/**
 * Returns the templates available to a user: built-in ones, and active documents marked as
 * templates that the user may read. If they are large, a page has fewer than requested.
 */
export async function listTemplates(
  deps: DocumentsDeps,
  userId: string,
  { limit, cursor }: PageAsked,
): Promise<Page<Template>> {
  const after = readCursor(cursorKeys, cursor);
  const given = builtInTemplates(await textsOfCaller());
  const from = after === null ? 0 : after[0] === 'built_in' ? after[1] : given.length;
  const builtIn = given.slice(from, from + limit);
  const left = limit - builtIn.length;
  if (left === 0)
    return { items: builtIn.map(presentBuiltIn), nextCursor: cursorOf(['built_in', from + limit]) };
  let query = documentsFor(deps.db, userId)
    .where('d.is_template', '=', true)
    .where('d.archived_at', 'is', null)
    .where('d.deleted_at', 'is', null)
    .where('p.archived_at', 'is', null);
  if (after?.[0] === 'document') {
    query = query.where(
      sql<boolean>`(d.updated_at, d.id) < (${momentOfKey(after[1])}, ${after[2]}::uuid)`,
    );
  }
  const rows = await query
    .orderBy('d.updated_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(left + 1)
    .execute();
  const documents = await presentSome(deps, rows.slice(0, left));
  const last = rows[documents.length - 1];
  return {
    items: [...builtIn.map(presentBuiltIn), ...documents],
    nextCursor:
      rows.length > documents.length && last
        ? cursorOf(['document', last.updatedKey, last.id])
        : null,
  };
}

/**
 * Presents as many templates as fit into one response, at least one. Sequential: a hundred large
 * ones in parallel would exhaust the memory.
 */
async function presentSome(deps: DocumentsDeps, rows: readonly DocumentRow[]): Promise<Template[]> {
  const shown: Template[] = [];
  let characters = 0;
  for (const row of rows) {
    const template = await presentDocument(deps, row);
    shown.push(template);
    characters += JSON.stringify(template.content).length;
    if (characters > pageCharactersMax) break;
  }
  return shown;
}

/**
 * Returns the title and content of a template: a built-in one, or a document marked as template.
 * Refuses `not_found`.
 */
export async function getTemplate(
  { db, live }: DocumentsDeps,
  userId: string,
  templateId: string,
): Promise<{ title: string; content: NodeJson }> {
  const builtIn = builtInTemplates(await textsOfCaller()).find(
    (template) => template.id === templateId,
  );
  if (builtIn) return builtIn;
  const access = await findDocumentAccess(db, userId, templateId);
  if (access === null || access.deletedAt !== null) refuse('not_found');
  const row = await db
    .selectFrom('documents')
    .select(['title', 'is_template'])
    .where('id', '=', templateId)
    .executeTakeFirst();
  if (!row?.is_template) refuse('not_found');
  return { title: row.title, content: (await live.readContent(templateId, 'json')) as NodeJson };
}
