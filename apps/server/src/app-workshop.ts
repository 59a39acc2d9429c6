import { addCollaborator } from './features/collaborators/service.ts';
import { createComment } from './features/comments/service.ts';
import type { Workshop } from './features/demo/workspace.ts';
import { updateDocument } from './features/documents/change.ts';
import { createDocument } from './features/documents/create.ts';
import type { DocumentsDeps } from './features/documents/deps.ts';
import { archiveDocument } from './features/documents/lifecycle.ts';
import { setFavourite, setTags, setTemplate } from './features/documents/marks.ts';
import { createProject } from './features/projects/service.ts';
import { createVersion } from './features/versions/service.ts';

/** Composes what the demo makes its workspaces with from the features that do these things for everybody. */
export function createWorkshop(deps: DocumentsDeps): Workshop {
  return {
    createProject: (userId, given) => createProject(deps, userId, given),
    addMember: (userId, given) => addCollaborator(deps, userId, given),
    createDocument: (actor, given) => createDocument(deps, actor, given),
    setStatus: (userId, { documentId, status }) => updateDocument(deps, userId, { documentId, change: { status } }),
    setTags: (userId, given) => setTags(deps, userId, given),
    setFavourite: (userId, documentId) => setFavourite(deps, userId, { documentId, favourite: true }),
    saveAsTemplate: (userId, documentId) => setTemplate(deps, userId, { documentId, isTemplate: true }),
    archive: (userId, documentId) => archiveDocument(deps, userId, documentId),
    nameVersion: (userId, given) => createVersion(deps, userId, given),
    comment: (userId, given) => createComment(deps, userId, given),
  };
}
