import { titleIn } from './activity-sentence.ts';
import type { ActivityType } from './activity-data.ts';
import type { Notification } from './notification.ts';
import type { Named, Sentence, SentenceId } from './sentence.ts';
import { statusNames } from './status-names.ts';

/** Sentences of watched events. Others change the review of a document. */
const watched: Readonly<Partial<Record<ActivityType, SentenceId>>> = {
  'document.edited': 'document.edited',
  'document.created': 'document.created',
  'document.imported': 'document.created',
  'document.renamed': 'document.renamed',
  'document.moved': 'document.moved',
  'document.archived': 'document.archived',
  'document.restored': 'document.restored',
  'document.deleted': 'document.deleted',
  'document.locked': 'document.locked',
  'document.unlocked': 'document.unlocked',
  'document.merged': 'document.merged',
  'version.named': 'version.saved',
  'version.restored': 'version.restored',
  'comment.created': 'comment.created',
  'comment.replied': 'comment.created',
  'comment.resolved': 'comment.resolved',
  'comment.reopened': 'comment.reopened',
};

/** Returns the sentence of a notification, for the page and for mails. */
export function notificationSentence(notification: Notification): Sentence {
  const { actor, documentId, hidden } = notification;
  const object = objectOf(notification);
  const { id, values = {} } = kindOf(notification, documentId === null && !hidden);
  return {
    id,
    values: { actor: { name: actor.name }, document: object, project: object, ...values },
  };
}

/** Returns the path of the page that shows the object of a notification. */
export function notificationPath({ documentId, projectId, hidden, data }: Notification): string {
  if (hidden) return '/notifications';
  if (documentId === null) return projectId === null ? '/dashboard' : `/projects/${projectId}`;
  const query =
    data.threadId !== undefined
      ? `?comment=${data.threadId}`
      : data.reviewId !== undefined
        ? '?review'
        : '';
  return `/documents/${documentId}${query}`;
}

function objectOf(notification: Notification): Named {
  const { documentId, hidden, data } = notification;
  const to = notificationPath(notification);
  if (hidden) return { unnamed: 'hidden', to };
  if (documentId !== null) return titleIn(data.title ?? '', to);
  const name = data.projectName ?? data.name ?? null;
  return name === null ? { unnamed: 'project', to } : { name, to };
}

/** A sentence, and its values beside the names. */
type Kind = {
  readonly id: SentenceId;
  readonly values?: Readonly<Record<string, number | string>>;
};

/** `ofProject`: the notification is about a project. */
function kindOf(notification: Notification, ofProject: boolean): Kind {
  const { kind, type } = notification;
  switch (kind) {
    case 'decision':
      return decisionOf(notification.data);
    case 'mention':
      return {
        id: type === 'comment.assigned' ? 'comment.assigned_to_you' : 'document.mentioned',
      };
    case 'answer':
      return { id: 'comment.replied_to_you' };
    case 'invitation':
      return { id: ofProject ? 'project.shared' : 'document.shared' };
    case 'request':
      return { id: ofProject ? 'project.requested' : 'document.requested' };
    case 'review':
      return reviewOf(notification);
    case 'watched':
      return watchedOf(notification);
  }
}

/** Data that is not a number of decisions counts as none. */
function countIn(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0;
}

function decisionOf(data: Notification['data']): Kind {
  const accepted = countIn(data.accepted);
  const rejected = countIn(data.rejected);
  const values = { accepted, rejected };
  if (accepted > 0 && rejected > 0) return { id: 'suggestions.accepted_and_rejected', values };
  if (accepted > 0) return { id: 'suggestions.accepted', values };
  return { id: rejected > 0 ? 'suggestions.rejected' : 'suggestions.decided', values };
}

function reviewOf({ type, data }: Notification): Kind {
  switch (type) {
    case 'review.reminded':
      return { id: 'review.reminded_you' };
    case 'review.answered':
      return {
        id: 'review.answered',
        values: { verdict: data.verdict === 'work_needed' ? 'work_needed' : 'approved' },
      };
    case 'review.approved':
      return { id: 'review.approved' };
    case 'review.ended':
      return { id: 'review.ended' };
    default:
      return { id: 'review.asked_you' };
  }
}

function watchedOf({ type, data: { to } }: Notification): Kind {
  if (type === 'document.status_changed')
    return typeof to === 'string' && Object.hasOwn(statusNames, to)
      ? { id: 'document.status_set', values: { status: to } }
      : { id: 'document.status_changed' };
  const id = Object.entries(watched).find(([each]) => each === type)?.[1];
  return { id: id ?? 'review.changed', values: { inside: 0 } };
}
