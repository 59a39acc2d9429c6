import type { EventName } from '@longhand/contract';
import type { QueryKey } from '@tanstack/react-query';
import { keys } from '../api/keys.ts';
import { currentUserKey } from '../session/use-current-user.ts';

/** The type of an activity, and the document that changed. */
type EventData = { readonly type?: string; readonly documentId?: string | null };

/** Queries that depend on roles. */
const ofRights: readonly QueryKey[] = [
  keys.documents,
  keys.projects,
  keys.eachDocument,
  keys.eachProject,
  keys.activity,
  keys.allCollaborators,
];

/** Returns the queries that show a document, its projects, or a list of documents. */
const ofDocument = ({ documentId }: EventData): readonly QueryKey[] => [
  keys.documents,
  keys.projects,
  documentId ? keys.document(documentId) : keys.eachDocument,
  keys.eachProject,
];

/** Returns the queries that an activity invalidates, by the part of its type before the dot. */
function ofActivity(data: EventData): readonly QueryKey[] {
  const [kind] = (data.type ?? '').split('.');
  switch (kind) {
    case 'comment':
      return [keys.activity, keys.inbox];
    case 'version':
    case 'review':
      return [...ofDocument(data), keys.activity, keys.inbox];
    case 'document':
    case 'documents':
      // A document that is moved or handed over has other collaborators.
      return [...ofDocument(data), keys.activity, keys.allCollaborators, keys.inbox];
    default:
      return [...ofRights, keys.inbox];
  }
}

/** True unless a stream says that it has begun without a gap. */
const isMissed = (data: unknown): boolean =>
  (data as { readonly missed?: boolean } | null)?.missed !== false;

/**
 * Returns the query keys that an event invalidates, as prefixes. The empty key matches all queries.
 *
 * @param data the data of the event
 */
export function queriesFor(name: EventName, data: unknown): readonly QueryKey[] {
  switch (name) {
    case 'hello':
      return isMissed(data) ? [[]] : [];
    case 'alive':
    // The comments of the open document follow their threads themselves.
    case 'thread':
      return [];
    case 'activity':
      return ofActivity((data ?? {}) as EventData);
    case 'rights':
      return ofRights;
    case 'account':
      return [currentUserKey];
    case 'inbox':
      return [keys.inbox];
    case 'job':
      return [keys.jobs, keys.documents];
    case 'metrics':
      return [keys.allFigures];
    case 'announcement':
      return [keys.announcements];
  }
}
