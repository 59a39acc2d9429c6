import type { ActivityType, EventData, ServerEvent } from '@longhand/contract';
import type { QueryKey } from '@tanstack/react-query';
import type { RowField } from '../api/document-rows.ts';
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

/**
 * Fields on which lists depend that an activity changes, by type. Only types after which the
 * document is in the same lists, except those that depend on these fields.
 */
const changedFields = new Map<string, readonly RowField[]>(
  Object.entries({
    'document.edited': ['updatedAt'],
    'document.renamed': ['title', 'updatedAt'],
    'document.status_changed': ['status', 'updatedAt'],
    'document.tagged': ['tags'],
    'document.locked': [],
    'document.unlocked': [],
    'review.asked': [],
    'review.changed': [],
    'review.answered': [],
    'review.reminded': [],
    'review.approved': [],
    'review.ended': [],
    'version.named': [],
    'version.restored': ['updatedAt'],
  } satisfies { readonly [Type in ActivityType]?: readonly RowField[] }),
);

/** A document of which an event changed some fields. */
export type RowChange = { readonly documentId: string; readonly fields: readonly RowField[] };

/**
 * Returns the change of a document that an event is about, if it changes one row of lists;
 * otherwise null, and {@link queriesFor} returns the lists.
 *
 * @param userId the user of the page. Own changes of a document are visits of it.
 */
export function rowChangeOf(event: ServerEvent, userId: string): RowChange | null {
  if (event.name !== 'activity' || event.data.documentId === null) return null;
  const { type, actorId, documentId } = event.data;
  const fields = changedFields.get(type);
  if (fields === undefined) return null;
  return { documentId, fields: actorId === userId ? [...fields, 'visit'] : fields };
}

/** Queries that show projects with the number of their documents. */
const ofProjects: readonly QueryKey[] = [keys.projects, keys.eachProject];

/**
 * Returns the queries that show a document, its project, or, unless one row of them has changed,
 * lists of documents.
 */
function ofDocument({ documentId, type }: EventData<'activity'>): readonly QueryKey[] {
  const own = documentId ? keys.document(documentId) : keys.eachDocument;
  const fields = documentId ? changedFields.get(type) : undefined;
  if (fields === undefined) return [keys.documents, own, ...ofProjects];
  return fields.includes('status') ? [own, ...ofProjects] : [own];
}

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
