import type { EventData, ServerEvent } from '@longhand/contract';
import type { QueryKey } from '@tanstack/react-query';
import { keys } from '../api/keys.ts';
import { currentUserKey } from '../session/use-current-user.ts';

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
const ofDocument = ({ documentId }: EventData<'activity'>): readonly QueryKey[] => [
  keys.documents,
  keys.projects,
  documentId ? keys.document(documentId) : keys.eachDocument,
  keys.eachProject,
];

/** Changes of a document after which it has other collaborators. */
const changesCollaborators = new Set<string>(['document.moved', 'document.handed_over']);

/** Returns the queries that an activity invalidates, by the part of its type before the dot. */
function ofActivity(activity: EventData<'activity'>): readonly QueryKey[] {
  const [kind] = activity.type.split('.');
  switch (kind) {
    case 'comment':
      return [keys.activity, keys.inbox];
    case 'version':
    case 'review':
      return [...ofDocument(activity), keys.activity, keys.inbox];
    case 'document':
    case 'documents':
      return [
        ...ofDocument(activity),
        ...(changesCollaborators.has(activity.type) ? [keys.allCollaborators] : []),
        keys.activity,
        keys.inbox,
      ];
    default:
      return [...ofRights, keys.inbox];
  }
}

/**
 * Returns the query keys that an event invalidates, as prefixes. The empty key matches all queries.
 */
export function queriesFor(event: ServerEvent): readonly QueryKey[] {
  switch (event.name) {
    case 'hello':
      return event.data.missed ? [[]] : [];
    case 'alive':
    // The comments of the open document follow their threads themselves.
    case 'thread':
      return [];
    case 'activity':
      return ofActivity(event.data);
    case 'rights':
      return ofRights;
    case 'account':
      return [currentUserKey];
    case 'inbox':
      return [keys.inbox];
    case 'job':
      return [keys.jobs, keys.documents];
    case 'metrics':
      return [keys.allMetrics];
    case 'announcement':
      return [keys.announcements];
  }
}
