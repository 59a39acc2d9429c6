import type { ActivityType } from './activity-data.ts';
import { displayTitle } from './activity-sentence.ts';
import { decidedIn } from './decided.ts';
import type { Notification } from './notification.ts';
import { statusNames } from './status-names.ts';

/**
 * A notification as a sentence that begins with the actor's name: words before and after the name
 * of its object, and the path of the page that shows the object.
 */
export type NotificationSentence = {
  readonly before: string;
  readonly name: string;
  readonly after: string;
  readonly path: string;
};

type Words = readonly [before: string, after?: string];

/** Words for watched events. Others change the review of a document. */
const watched: Readonly<Partial<Record<ActivityType, Words>>> = {
  'document.edited': ['edited'],
  'document.created': ['created'],
  'document.imported': ['created'],
  'document.renamed': ['renamed'],
  'document.moved': ['moved'],
  'document.archived': ['archived'],
  'document.restored': ['restored'],
  'document.deleted': ['moved', 'to the trash'],
  'document.locked': ['locked'],
  'document.unlocked': ['unlocked'],
  'document.merged': ['merged a working copy into'],
  'version.named': ['saved a version of'],
  'version.restored': ['restored an earlier version of'],
  'comment.created': ['commented on'],
  'comment.replied': ['commented on'],
  'comment.resolved': ['resolved a comment on'],
  'comment.reopened': ['reopened a comment on'],
};

/** Returns the sentence of a notification, for the page and for mails. */
export function notificationSentence(notification: Notification): NotificationSentence {
  const { documentId, projectId, data } = notification;
  const [before, after = ''] = wordsOf(notification);
  if (notification.hidden) {
    const name = 'content that is no longer shared with you';
    return { before, name, after, path: '/notifications' };
  }
  if (documentId === null) {
    const name = data.projectName ?? data.name ?? 'a project';
    return {
      before,
      name,
      after,
      path: projectId === null ? '/dashboard' : `/projects/${projectId}`,
    };
  }
  const query =
    data.threadId !== undefined
      ? `?comment=${data.threadId}`
      : data.reviewId !== undefined
        ? '?review'
        : '';
  const name = displayTitle(data.title ?? '');
  return { before, name, after, path: `/documents/${documentId}${query}` };
}

function wordsOf(notification: Notification): Words {
  const { kind, type, documentId, hidden, data } = notification;
  const project = documentId === null && !hidden ? ' the project' : '';
  switch (kind) {
    case 'decision':
      return [`${decidedIn(data)} in`];
    case 'mention':
      return type === 'comment.assigned'
        ? ['assigned a comment in', 'to you']
        : ['mentioned you in'];
    case 'answer':
      return ['replied to you in'];
    case 'invitation':
      return [`shared${project}`, 'with you'];
    case 'request':
      return [`requests access to${project}`];
    case 'review':
      return reviewWords(notification);
    case 'watched':
      return watchedWords(notification);
  }
}

function reviewWords({ type, data }: Notification): Words {
  switch (type) {
    case 'review.reminded':
      return ['reminds you of your review of'];
    case 'review.answered':
      return [data.verdict === 'work_needed' ? 'requested changes to' : 'approved'];
    case 'review.approved':
      return ['gave the final approval for'];
    case 'review.ended':
      return ['closed the review of'];
    default:
      return ['asks you to review'];
  }
}

function watchedWords({ type, data: { to } }: Notification): Words {
  if (type === 'document.status_changed') {
    const status = Object.entries(statusNames).find(([value]) => value === to)?.[1];
    return status === undefined
      ? ['changed the status of']
      : ['set', `to ${status.toLocaleLowerCase('en')}`];
  }
  const words = Object.entries(watched).find(([each]) => each === type)?.[1];
  return words ?? ['changed the review of'];
}
