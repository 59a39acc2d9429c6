import { endpoints } from '@longhand/contract';
import { requireBrowser } from '../../http/session.ts';
import type { Route } from '../../http/routes.ts';
import { refuse } from '../../platform/refusal.ts';
import { getAccessAfterMove } from './access-after-move.ts';
import { updateDocument } from './change.ts';
import { setLocked } from './lock.ts';
import { createDocument, duplicateDocument } from './create.ts';
import type { DocumentsDeps } from './deps.ts';
import { handOverDocument } from './hand-over.ts';
import { archiveDocument, deleteDocument, restoreDocument } from './lifecycle.ts';
import { listArchived, listDrafts, listPersonal, listRecent, listTags } from './lists.ts';
import { setFavourite, setTags, setTemplate } from './marks.ts';
import { getBranchSize } from './presented.ts';
import { reorderDocuments } from './order.ts';
import { getDocument, listDocuments, listProjectDocuments } from './service.ts';
import { changeSeveral } from './several.ts';
import { listTemplates } from './templates.ts';

type Caller = {
  user: { id: string };
  session: { sessionId: string; scopes: readonly string[] | null };
};

const actorOf = ({ user, session }: Caller) => ({
  userId: user.id,
  sessionId: session.sessionId,
  viaToken: session.scopes !== null,
});

/** Registers the routes of documents, single and in projects. */
export function documentsRoutes(route: Route, deps: DocumentsDeps): void {
  const { db } = deps;
  route(endpoints.listDocuments, ({ user, query }) => listDocuments(deps, user.id, query));
  route(endpoints.listRecentDocuments, ({ user, query }) => listRecent(db, user.id, query));
  route(endpoints.listDrafts, ({ user, query }) => listDrafts(db, user.id, query));
  route(endpoints.listPersonalDocuments, ({ user, query }) => listPersonal(db, user.id, query));
  route(endpoints.listArchivedDocuments, ({ user, query }) => listArchived(db, user.id, query));
  route(endpoints.listProjectDocuments, ({ user, params, query }) =>
    listProjectDocuments(deps, user.id, { projectId: params.id, ...query }),
  );
  route(endpoints.createDocument, (given) => createDocument(deps, actorOf(given), given.body));
  route(endpoints.createProjectDocument, (given) =>
    createDocument(deps, actorOf(given), { projectId: given.params.id, ...given.body }),
  );
  route(endpoints.reorderDocuments, ({ user, params, body }) =>
    reorderDocuments(deps, user.id, { projectId: params.id, documentIds: body.documentIds }),
  );
  route(endpoints.changeSeveralDocuments, ({ user, body }) => changeSeveral(deps, user.id, body));
  route(endpoints.getAccessAfterMove, ({ user, body }) => getAccessAfterMove(db, user.id, body));
  route(endpoints.getDocument, ({ user, params, query }) =>
    getDocument(deps, user.id, { documentId: params.id, format: query.format }),
  );
  route(endpoints.getBranchSize, ({ user, params }) => getBranchSize(db, user.id, params.id));
  route(endpoints.updateDocument, ({ user, params, body }) => {
    // Guests may not change the place or status of a document.
    const { status, projectId, parentId } = body;
    if (user.isGuest && [status, projectId, parentId].some((value) => value !== undefined))
      refuse('not_allowed');
    return updateDocument(deps, user.id, { documentId: params.id, change: body });
  });
}

/** Registers the routes of the life cycle of documents. */
export function livesRoutes(route: Route, deps: DocumentsDeps): void {
  route(endpoints.archiveDocument, ({ user, params }) => archiveDocument(deps, user.id, params.id));
  route(endpoints.restoreDocument, ({ user, params }) => restoreDocument(deps, user.id, params.id));
  route(endpoints.deleteDocument, ({ user, session, params, body }) => {
    const permanent = body.permanent === true;
    if (permanent) requireBrowser(session);
    return deleteDocument(deps, user.id, { documentId: params.id, permanent });
  });
  route(endpoints.lockDocument, ({ user, params }) =>
    setLocked(deps, user.id, { documentId: params.id, locked: true }),
  );
  route(endpoints.unlockDocument, ({ user, params }) =>
    setLocked(deps, user.id, { documentId: params.id, locked: false }),
  );
  route(endpoints.duplicateDocument, (given) =>
    duplicateDocument(deps, actorOf(given), { documentId: given.params.id, copy: given.body }),
  );
  route(endpoints.handOverDocument, ({ user, params, body }) =>
    handOverDocument(deps, user.id, { documentId: params.id, newOwnerId: body.userId }),
  );
  route(endpoints.setTags, ({ user, params, body }) =>
    setTags(deps, user.id, { documentId: params.id, tags: body.tags }),
  );
  route(endpoints.addFavourite, ({ user, params }) =>
    setFavourite(deps, user.id, { documentId: params.id, favourite: true }),
  );
  route(endpoints.removeFavourite, ({ user, params }) =>
    setFavourite(deps, user.id, { documentId: params.id, favourite: false }),
  );
  route(endpoints.saveAsTemplate, ({ user, params }) =>
    setTemplate(deps, user.id, { documentId: params.id, isTemplate: true }),
  );
  route(endpoints.removeTemplate, ({ user, params }) =>
    setTemplate(deps, user.id, { documentId: params.id, isTemplate: false }),
  );
  route(endpoints.listTags, ({ user, query }) => listTags(deps.db, user.id, query));
  route(endpoints.listTemplates, ({ user, query }) => listTemplates(deps, user.id, query));
}
