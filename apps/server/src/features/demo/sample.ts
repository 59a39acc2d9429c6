import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { languageOfCaller } from '../../platform/translations.ts';
import { demoTextsIn, sampleNames, type DemoTexts } from './texts.ts';
import { makePiece, type Piece, type WorkspaceDeps } from './workspace.ts';

/** Returns the documents of the sample project in order: those of the demo, and instructions. */
const piecesIn = ({ folder, titles, tags, versions, proposals }: DemoTexts): readonly Piece[] => [
  { file: `${folder}begin`, title: titles.begin, tags: [tags.start], put: 'favourite' },
  { file: `${folder}plan`, title: titles.plan, status: 'in_review', tags: [tags.spring] },
  {
    file: `${folder}interview`,
    title: titles.interview,
    tags: [tags.spring, tags.interview],
    version: versions.interview,
    proposals: proposals.interview,
  },
  {
    file: `${folder}style`,
    title: titles.style,
    status: 'approved',
    tags: [tags.house],
    put: 'template',
  },
];

async function findSample(db: Kysely<Schema>, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('projects')
    .select('id')
    .where('owner_id', '=', userId)
    .where('name', 'in', sampleNames)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Creates a project that teaches by being edited, in the language of the caller. Returns the
 * existing one if there is one in any language.
 */
export async function makeSample(
  { db, ...deps }: WorkspaceDeps & { db: Kysely<Schema> },
  actor: { userId: string; sessionId: string },
): Promise<string> {
  const there = await findSample(db, actor.userId);
  if (there !== null) return there;
  const texts = demoTextsIn(languageOfCaller());
  const { id: projectId } = await deps.ports.createProject(actor.userId, { ...texts.project });
  // Sequential, so that the documents are in order.
  for (const piece of piecesIn(texts))
    await makePiece(deps, { visitor: actor, colleague: null }, piece, projectId);
  return projectId;
}
