import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import {
  id,
  type DocumentPath,
  type Found,
  type FoundType,
  type SearchAsked,
} from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { findPaths } from '../../domain/document-path.ts';
import { fold } from '../../domain/folding.ts';
import { getDocumentAccess } from '../../domain/membership.ts';
import { pageOf, readCursor, type Page } from '../../domain/pages.ts';
import { catchUp } from './due.ts';
import { findAlternatives } from './typo-tolerance.ts';
import { readQuery, withAlternatives, type Query } from './query.ts';
import { finderOf, type Finder } from './finder.ts';
import { marksIn, snippetOf } from './snippets.ts';
import {
  findComments,
  findDocuments,
  findPeople,
  findProjects,
  findTypes,
  readTexts,
  type Hit,
  type Scope,
} from './store.ts';

type Db = Kysely<Schema>;

/** Minimum number of hits. With fewer, words are assumed to be mistyped. */
const fewHits = 3;
/** Weight of a hit that matches only with another spelling. */
const otherSpelling = 0.5;

const cursorKeys = z.tuple([z.int(), id]);

const finders: Record<FoundType, (db: Db, scope: Scope, query: Query) => Promise<Hit[]>> = {
  document: findDocuments,
  comment: findComments,
  person: findPeople,
  project: findProjects,
};

/**
 * Returns the score of a hit in millionths. Hits with all terms in the title come first, and titles
 * equal to the query before these.
 */
function scoreOf({ rank, inTitle, title }: Hit, text: string): number {
  const same = fold(title).trim() === fold(text).trim();
  return Math.round((rank + (inTitle ? 1 : 0) + (same ? 1 : 0)) * 1e6);
}

type Scored = Hit & { score: number };

async function findAll(
  db: Db,
  scope: Scope,
  query: Query,
  types: readonly FoundType[],
): Promise<Scored[]> {
  const hits: Scored[] = [];
  // Sequential: a search uses one connection and never four.
  for (const type of await findTypes(db, query)) {
    if (!types.includes(type)) continue;
    for (const hit of await finders[type](db, scope, query))
      hits.push({ ...hit, score: scoreOf(hit, query.text) });
  }
  return hits;
}

/**
 * Returns the hits, best first, and the query that found them. With few hits, includes words of
 * similar spelling.
 */
async function findTolerantly(db: Db, scope: Scope, query: Query, types: readonly FoundType[]) {
  const exact = await findAll(db, scope, query, types);
  if (exact.length >= fewHits) return { query, hits: exact };
  const words = query.terms.flatMap(({ word }) => (word === null ? [] : [word]));
  const alternatives = await findAlternatives(db, words);
  if (alternatives.size === 0) return { query, hits: exact };
  const wider = withAlternatives(query, alternatives);
  const known = new Set(exact.map((hit) => hit.id));
  const others = (await findAll(db, scope, wider, types)).filter((hit) => !known.has(hit.id));
  return {
    query: wider,
    hits: [
      ...exact,
      ...others.map((hit) => ({ ...hit, score: Math.round(hit.score * otherSpelling) })),
    ],
  };
}

function inOrder(a: Scored, b: Scored): number {
  return b.score - a.score || (a.id < b.id ? 1 : -1);
}

/**
 * Searches as a user. Only objects readable at this moment are found. A query without words finds
 * nothing; no query is an error. Titles, comments and names are current; texts lag by two seconds,
 * or slightly more under load. Refuses `not_found` for `within` without access.
 */
export async function search(db: Db, userId: string, asked: SearchAsked): Promise<Page<Found>> {
  const query = readQuery(asked.q);
  const after = readCursor(cursorKeys, asked.cursor);
  if (query === null) return { items: [], nextCursor: null };
  if (asked.within !== undefined) await getDocumentAccess(db, userId, asked.within);
  await catchUp(db);
  const scope = { ...asked, userId, archived: asked.archived === 'true' };
  const types = asked.type === undefined ? (Object.keys(finders) as FoundType[]) : [asked.type];
  const found = await findTolerantly(db, scope, query, types);
  const sorted = found.hits.toSorted(inOrder);
  const rest =
    after === null
      ? sorted
      : sorted.filter(
          ({ score, id: at }) => score < after[0] || (score === after[0] && at < after[1]),
        );
  const shown = rest.slice(0, asked.limit + 1);
  const texts = await readTexts(db, shown.slice(0, asked.limit));
  const finder = finderOf(found.query.terms.flatMap(({ sequences }) => sequences));
  const documentIds = shown.flatMap(({ documentId }) => documentId ?? []);
  const paths = await findPaths(db, userId, [...new Set(documentIds)]);
  const pathOf = ({ documentId }: Hit): DocumentPath => paths.get(documentId ?? '') ?? [];
  const items = new Map<string, Found>();
  for (const hit of shown.slice(0, asked.limit)) {
    items.set(hit.id, present(hit, pathOf(hit), texts.get(hit.id) ?? '', finder));
    // Texts are long: other requests are handled between two of them.
    await setImmediate();
  }
  return pageOf(shown, {
    limit: asked.limit,
    keysOf: (hit) => [hit.score, hit.id],
    present: (hit) => items.get(hit.id) ?? present(hit, pathOf(hit), '', finder),
  });
}

function present(
  { score, updatedAt, rank: _, inTitle: __, ...hit }: Scored,
  path: DocumentPath,
  text: string,
  finder: Finder,
): Found {
  const snippet = snippetOf(text, finder);
  return {
    ...hit,
    path,
    titleMarks: marksIn(hit.title, finder),
    snippet: snippet.text,
    marks: snippet.marks,
    score: score / 1e6,
    updatedAt: updatedAt?.toISOString() ?? null,
  };
}
