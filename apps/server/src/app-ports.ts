import { Readable } from 'node:stream';
import { accountColumns } from './db/accounts.ts';
import { addCollaborator as addDocumentCollaborator } from './features/collaborators/documents-service.ts';
import { addCollaborator, type CollaboratorsDeps } from './features/collaborators/service.ts';
import type { RequestsDeps } from './features/requests/service.ts';
import { createComment } from './features/comments/service.ts';
import type { DemoPorts } from './features/demo/workspace.ts';
import { updateDocument } from './features/documents/change.ts';
import { createDocument, createImported, removeImported } from './features/documents/create.ts';
import type { DocumentsDeps } from './features/documents/deps.ts';
import { duplicateDocument } from './features/documents/create.ts';
import { getPresented } from './features/documents/presented.ts';
import { archiveDocument } from './features/documents/lifecycle.ts';
import { setFavourite, setTags, setTemplate } from './features/documents/marks.ts';
import { askForReview } from './features/reviews/service.ts';
import { createProject } from './features/projects/service.ts';
import { addFile, readFile, type FilesDeps } from './features/files/service.ts';
import type { TransferPorts } from './features/transfer/deps.ts';
import type { Upload } from './http/uploads.ts';
import type { WorkingCopiesDeps } from './features/working-copies/service.ts';
import { createSaveVersion } from './features/versions/saving.ts';
import { createVersion } from './features/versions/service.ts';

/** Composes the document and picture functions of import and export from other features. */
export function createTransferPorts(documents: DocumentsDeps, files: FilesDeps): TransferPorts {
  return {
    readPicture: (userId, fileId) => readFile(files, userId, fileId),
    async addPicture(userId, documentId, { name, bytes }) {
      const account = await documents.db
        .selectFrom('users')
        .select(accountColumns)
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      return addFile(files, account, { documentId, uploads: oneUpload(name, bytes) });
    },
    makeDocument: (userId, given) => createImported(documents, userId, given),
    setTags: (userId, given) => setTags(documents, userId, given),
    removeEmptyDocument: (documentId) => removeImported(documents, documentId),
  };
}

async function* oneUpload(name: string, bytes: Uint8Array): AsyncGenerator<Upload> {
  yield { name, type: 'application/octet-stream', bytes: Readable.from([bytes]) };
}

/** Composes the granting of access requests from the sharing features. */
export function createShare(deps: CollaboratorsDeps): RequestsDeps['share'] {
  return {
    document: (callerId, { objectId, ...given }) =>
      addDocumentCollaborator(deps, callerId, { documentId: objectId, ...given }),
    project: (callerId, { objectId, ...given }) =>
      addCollaborator(deps, callerId, { projectId: objectId, ...given }),
  };
}

/** Composes the document and version functions of working copies. */
export function composeWorkingCopiesDeps(deps: DocumentsDeps): WorkingCopiesDeps {
  return {
    ...deps,
    saveVersion: createSaveVersion(deps),
    present: (userId, documentId) => getPresented(deps.db, userId, documentId),
    duplicate: (actor, { documentId, ...copy }) =>
      duplicateDocument(deps, { ...actor, viaToken: false }, { documentId, copy }),
  };
}

/** Composes the functions by which demo workspaces are created from other features. */
export function createDemoPorts(deps: DocumentsDeps & CollaboratorsDeps): DemoPorts {
  return {
    createProject: (userId, given) => createProject(deps, userId, given),
    addMember: (userId, given) => addCollaborator(deps, userId, given),
    createDocument: (actor, given) => createDocument(deps, actor, given),
    setStatus: (userId, { documentId, status }) =>
      updateDocument(deps, userId, { documentId, change: { status } }),
    setTags: (userId, given) => setTags(deps, userId, given),
    setFavourite: (userId, documentId) =>
      setFavourite(deps, userId, { documentId, favourite: true }),
    saveAsTemplate: (userId, documentId) =>
      setTemplate(deps, userId, { documentId, isTemplate: true }),
    archive: (userId, documentId) => archiveDocument(deps, userId, documentId),
    nameVersion: (userId, given) => createVersion(deps, userId, given),
    comment: (userId, given) => createComment(deps, userId, given),
    askForReview: (userId, given) =>
      askForReview({ ...deps, saveVersion: createSaveVersion(deps) }, userId, given),
  };
}
