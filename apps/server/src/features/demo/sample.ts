import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { interviewProposals, makePiece, type Piece, type WorkspaceDeps } from './workspace.ts';

/** Name of the sample project, by which it is found again. */
const sampleName = 'A magazine to try things in';

const description =
  'A fictional magazine to try Longhand with. You can edit, move and delete everything.';

/** Documents of the sample project in order: the texts of the demo, and one with instructions. */
const pieces: readonly Piece[] = [
  { file: 'begin', title: 'Begin here', tags: ['start here'], put: 'favourite' },
  { file: 'plan', title: 'Spring issue: plan', status: 'in_review', tags: ['spring'] },
  {
    file: 'interview',
    title: 'Interview with a lighthouse keeper',
    tags: ['spring', 'interview'],
    version: 'Before the editing',
    proposals: interviewProposals,
  },
  {
    file: 'style',
    title: 'How we write here',
    status: 'approved',
    tags: ['house'],
    put: 'template',
  },
];

async function findSample(db: Kysely<Schema>, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('projects')
    .select('id')
    .where('owner_id', '=', userId)
    .where('name', '=', sampleName)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Creates a project that teaches by being edited. Returns the existing one if there is one. */
export async function makeSample(
  { db, ...deps }: WorkspaceDeps & { db: Kysely<Schema> },
  actor: { userId: string; sessionId: string },
): Promise<string> {
  const there = await findSample(db, actor.userId);
  if (there !== null) return there;
  const { id: projectId } = await deps.ports.createProject(actor.userId, {
    name: sampleName,
    description,
  });
  // Sequential, so that the documents are in order.
  for (const piece of pieces)
    await makePiece(deps, { visitor: actor, colleague: null }, piece, projectId);
  return projectId;
}
