import { decidedIn, type Notification } from '@longhand/contract';
import type { Links } from '../../mail/links.ts';
import { strangersWords } from '../../mail/strangers-words.ts';

function titleIn({ data }: Notification): string {
  const title = data['title'];
  return typeof title === 'string' && title !== ''
    ? `“${strangersWords(title)}”`
    : 'an untitled document';
}

function textIn({ data }: Notification, name: string): string {
  const value = data[name];
  return typeof value === 'string' ? value : '';
}

function projectNameIn(told: Notification): string {
  return strangersWords(textIn(told, 'projectName'));
}

/** Returns the predicate of the sentence; its subject is the actor's name. */
function deedOf(told: Notification): string {
  const title = titleIn(told);
  switch (told.kind) {
    case 'mention':
      if (told.type === 'document.mentioned') return `mentioned you in ${title}`;
      return told.type === 'comment.assigned'
        ? `assigned a comment on ${title} to you`
        : `mentioned you in a comment on ${title}`;
    case 'answer':
      return `replied to your comment on ${title}`;
    case 'decision':
      return `${decidedIn(told.data)} in ${title}`;
    case 'review':
      return reviewDeed(told, title);
    case 'invitation':
      return told.documentId === null
        ? `shared the project “${projectNameIn(told)}” with you`
        : `shared ${title} with you`;
    case 'request':
      return `requests access to ${told.documentId === null ? `the project “${projectNameIn(told)}”` : title}`;
    case 'watched':
      return watchedDeed(told, title);
  }
}

function reviewDeed(told: Notification, title: string): string {
  switch (told.type) {
    case 'review.reminded':
      return `reminds you of your review of ${title}`;
    case 'review.answered':
      return `responded to your review request for ${title}`;
    case 'review.approved':
      return `gave the final approval for ${title}`;
    case 'review.ended':
      return `closed the review of ${title}`;
    default:
      return `asks you to review ${title}`;
  }
}

function watchedDeed({ type }: Notification, title: string): string {
  if (type === 'document.edited') return `edited ${title}`;
  if (type === 'document.status_changed') return `changed the status of ${title}`;
  if (type.startsWith('comment.')) return `commented on ${title}`;
  if (type.startsWith('review.')) return `changed the review of ${title}`;
  return `changed ${title}`;
}

/** Returns one sentence that describes a notification, for mails. */
export function sentenceFor(told: Notification): string {
  return `${strangersWords(told.actor.name)} ${deedOf(told)}.`;
}

/** Returns the address of the page that a notification leads to. */
export function addressFor(told: Notification, links: Links): string {
  const { documentId, projectId } = told;
  if (documentId === null) return projectId === null ? links.inbox() : links.project(projectId);
  const threadId = textIn(told, 'threadId');
  if (threadId !== '') return links.document(documentId, `?comment=${threadId}`);
  return links.document(documentId, textIn(told, 'reviewId') === '' ? '' : '?review');
}
