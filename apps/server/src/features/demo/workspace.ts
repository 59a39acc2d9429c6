import { readFileSync } from 'node:fs';
import { jsonOfMarkdown, type NodeJson } from '@longhand/document';
import type { Document, NewComment, NewProject, NewReview, Role } from '@longhand/contract';
import type { Live } from '../../domain/live.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { languageOfCaller } from '../../platform/translations.ts';
import { propose, type Proposal } from './suggesting.ts';
import { demoTextsIn, type DemoTexts } from './texts.ts';

type Actor = { userId: string; sessionId: string };

/**
 * Functions of other features, with all their checks. Demo workspaces are created only with them,
 * so that they show the real behaviour of the product.
 */
export type DemoPorts = {
  createProject(userId: string, given: NewProject): Promise<{ id: string }>;
  addMember(
    userId: string,
    given: { projectId: string; usernameOrEmail: string; role: Role },
  ): Promise<unknown>;
  createDocument(actor: Actor, given: { projectId: string; title: string }): Promise<Document>;
  setStatus(
    userId: string,
    given: { documentId: string; status: Document['status'] },
  ): Promise<unknown>;
  setTags(userId: string, given: { documentId: string; tags: readonly string[] }): Promise<unknown>;
  setFavourite(userId: string, documentId: string): Promise<unknown>;
  saveAsTemplate(userId: string, documentId: string): Promise<unknown>;
  archive(userId: string, documentId: string): Promise<unknown>;
  nameVersion(userId: string, given: { documentId: string; name: string }): Promise<unknown>;
  comment(userId: string, given: NewComment & { documentId: string }): Promise<{ id: string }>;
  askForReview(userId: string, given: NewReview & { documentId: string }): Promise<unknown>;
};

/** Ports for creating the demo and the sample project. */
export type WorkspaceDeps = { ports: DemoPorts; live: Live; clock: Clock; ids: Ids };

/**
 * A document of a demonstration project. `file`: its file below `texts/`, without the extension.
 * `remark`: a comment by the colleague, if there is one.
 */
export type Piece = {
  file: string;
  title: string;
  status?: Document['status'];
  tags?: readonly string[];
  version?: string;
  remark?: string;
  /** Suggestions in the text, by the colleague if there is one. */
  proposals?: readonly Proposal[];
  /** Message of the colleague's review request to the visitor, if there is a colleague. */
  review?: string;
  put?: 'favourite' | 'template' | 'archive';
};

/** Time until the review in the demo is due (ms). */
const reviewTime = 3 * 24 * 3_600_000;

/** Returns the documents of the demo in order. */
const piecesIn = ({
  folder,
  titles,
  tags,
  versions,
  remarks,
  proposals,
  review,
}: DemoTexts): readonly Piece[] => [
  {
    file: `${folder}welcome`,
    title: titles.welcome,
    tags: [tags.start],
    version: versions.welcome,
    remark: remarks.welcome,
    proposals: proposals.welcome,
    put: 'favourite',
  },
  {
    file: `${folder}plan`,
    title: titles.plan,
    status: 'in_review',
    tags: [tags.spring],
    remark: remarks.plan,
  },
  {
    file: `${folder}interview`,
    title: titles.interview,
    tags: [tags.spring, tags.interview],
    version: versions.interview,
    remark: remarks.interview,
    proposals: proposals.interview,
    review,
  },
  {
    file: `${folder}style`,
    title: titles.style,
    status: 'approved',
    tags: [tags.house],
    put: 'template',
  },
  { file: `${folder}leftovers`, title: titles.leftovers, tags: [tags.winter], put: 'archive' },
];

function readPiece(file: string): NodeJson {
  return jsonOfMarkdown(readFileSync(new URL(`./texts/${file}.md`, import.meta.url), 'utf8'));
}

type People = { visitor: Actor; colleague: { id: string; username: string } };

/** Creates one document of a demonstration project with the functions that users call. */
export async function makePiece(
  { ports, live, clock, ids }: WorkspaceDeps,
  { visitor, colleague }: { visitor: Actor; colleague: People['colleague'] | null },
  piece: Piece,
  projectId: string,
): Promise<void> {
  const { userId } = visitor;
  const { id: documentId } = await ports.createDocument(visitor, {
    projectId,
    title: piece.title,
  });
  const text = readPiece(piece.file);
  await live.edit(documentId, { by: visitor, how: 'copy', content: text });
  if (piece.tags) await ports.setTags(userId, { documentId, tags: piece.tags });
  if (piece.status) await ports.setStatus(userId, { documentId, status: piece.status });
  if (piece.version) await ports.nameVersion(userId, { documentId, name: piece.version });
  if (piece.remark && colleague !== null)
    await ports.comment(colleague.id, { documentId, body: piece.remark });
  if (piece.proposals) {
    const by = colleague === null ? visitor : { userId: colleague.id, sessionId: null };
    const newId = (): string => ids.uuid().replaceAll('-', '').slice(0, 24);
    const proposed = propose(text, piece.proposals, { author: by.userId, at: clock.now(), newId });
    await live.edit(documentId, { by, how: 'copy', content: proposed.content });
    for (const [index, { because }] of piece.proposals.entries()) {
      const suggestionId = proposed.ids[index];
      if (because === undefined || suggestionId === undefined || colleague === null) continue;
      await ports.comment(colleague.id, { documentId, body: because, suggestionId });
    }
  }
  if (piece.review && colleague !== null) {
    const dueOn = new Date(clock.now() + reviewTime).toISOString().slice(0, 10);
    await ports.askForReview(colleague.id, {
      documentId,
      reviewerIds: [userId],
      message: piece.review,
      dueOn,
    });
  }
  if (piece.put === 'favourite') await ports.setFavourite(userId, documentId);
  if (piece.put === 'template') await ports.saveAsTemplate(userId, documentId);
  if (piece.put === 'archive') await ports.archive(userId, documentId);
}

/** Creates the demonstration project of a new demo visitor, in the language of the caller. */
export async function makeWorkspace(deps: WorkspaceDeps, people: People): Promise<void> {
  const { ports } = deps;
  const { userId } = people.visitor;
  const texts = demoTextsIn(languageOfCaller());
  const { id: projectId } = await ports.createProject(userId, { ...texts.project });
  // The editor role is required for requesting reviews.
  await ports.addMember(userId, {
    projectId,
    usernameOrEmail: people.colleague.username,
    role: 'editor',
  });
  // Sequential, so that the documents are in order.
  for (const piece of piecesIn(texts)) await makePiece(deps, people, piece, projectId);
}
