import { decidedIn, type Notification } from '@longhand/contract';
import { statusName } from '../../ui/statuses.ts';
import { titleOf } from '../../ui/title-of.ts';

/**
 * A notification as a sentence that begins with a name: the action, then the name of its object and
 * the URL of that object.
 */
export type Told = { readonly did: string; readonly name: string; readonly to: string };

function textIn({ data }: Notification, key: string): string {
  const value = data[key];
  return typeof value === 'string' ? value : '';
}

/** Returns the text of a notification and its URL. */
export function toldOf(notification: Notification): Told {
  const { documentId, projectId } = notification;
  const did = didOf(notification);
  if (notification.hidden)
    return { did, name: 'content that is no longer shared with you', to: '/notifications' };
  if (documentId === null) {
    const name = textIn(notification, 'projectName') || textIn(notification, 'name') || 'a project';
    return { did, name, to: projectId === null ? '/dashboard' : `/projects/${projectId}` };
  }
  const threadId = textIn(notification, 'threadId');
  const query =
    threadId !== ''
      ? `?comment=${threadId}`
      : textIn(notification, 'reviewId') !== ''
        ? '?review'
        : '';
  return {
    did,
    name: titleOf(textIn(notification, 'title')),
    to: `/documents/${documentId}${query}`,
  };
}

function didOf(notification: Notification): string {
  switch (notification.kind) {
    case 'decision':
      return `${decidedIn(notification.data)} in`;
    case 'mention':
      return notification.type === 'comment.assigned'
        ? 'assigned a comment to you in'
        : 'mentioned you in';
    case 'answer':
      return 'replied to you in';
    case 'invitation':
      return 'shared with you';
    case 'request':
      return 'requests access to';
    case 'review':
      return reviewDid(notification);
    case 'watched':
      return watchedDid(notification);
  }
}

function reviewDid(notification: Notification): string {
  switch (notification.type) {
    case 'review.reminded':
      return 'reminds you of your review of';
    case 'review.answered':
      return textIn(notification, 'verdict') === 'work_needed'
        ? 'requested changes to'
        : 'approved';
    case 'review.approved':
      return 'gave the final approval for';
    case 'review.ended':
      return 'closed the review of';
    default:
      return 'asks you to review';
  }
}

function watchedDid(notification: Notification): string {
  switch (notification.type) {
    case 'document.edited':
      return 'edited';
    case 'document.created':
    case 'document.imported':
      return 'created';
    case 'document.renamed':
      return 'renamed';
    case 'document.status_changed':
      return `set the status to ${statusName(textIn(notification, 'to')).toLocaleLowerCase('en')}:`;
    case 'document.moved':
      return 'moved';
    case 'document.archived':
      return 'archived';
    case 'document.restored':
      return 'restored';
    case 'document.deleted':
      return 'moved to the trash:';
    case 'document.locked':
      return 'locked';
    case 'document.unlocked':
      return 'unlocked';
    case 'document.merged':
      return 'merged a working copy into';
    case 'version.named':
      return 'saved a version of';
    case 'version.restored':
      return 'restored an earlier version of';
    case 'comment.created':
    case 'comment.replied':
      return 'commented on';
    case 'comment.resolved':
      return 'resolved a comment on';
    case 'comment.reopened':
      return 'reopened a comment on';
    default:
      return 'changed the review of';
  }
}
