import type { Activity, ActivityType } from '@longhand/contract';
import { statusName } from '../../ui/statuses.ts';
import { titleOf } from '../../ui/title-of.ts';

/** A part of a sentence: text, or a link. */
export type Part = string | { readonly text: string; readonly to: string };

/** Lookup of the names of users and projects; null if a name is not known here. */
export type Names = { person(id: string): string | null; project(id: string): string | null };

/** Parts from which sentences are composed. */
type Said = ReturnType<typeof partsOf>;

const sentences: Readonly<Record<ActivityType, (said: Said) => readonly Part[]>> = {
  'project.created': (said) => ['created the project ', said.project],
  'project.renamed': (said) => [`renamed the project “${said.word('from')}” to `, said.project],
  'project.archived': (said) => ['archived the project ', said.project],
  'project.restored': (said) => ['restored the project ', said.project],
  'project.deleted': (said) => ['moved the project ', said.project, ' to the trash'],
  'project.handed_over': (said) => ['transferred the project ', said.project, ` to ${said.person}`],
  'member.added': (said) => [`shared `, said.work, ` with ${said.person}${said.role}`],
  'member.role_changed': (said) => [`changed the role of ${said.person} in `, said.work, said.role],
  'member.removed': (said) =>
    said.isSelf ? ['left ', said.work] : [`removed ${said.person} from `, said.work],
  'member.joined': (said) => ['joined ', said.work, said.role],
  'document.created': (said) => ['created ', said.document],
  'document.edited': (said) => ['edited ', said.document],
  'document.renamed': (said) => [`renamed “${titleOf(said.word('from'))}” to `, said.document],
  'document.status_changed': (said) =>
    said.word('to') === ''
      ? ['changed the status of ', said.document]
      : ['set ', said.document, ` to ${statusName(said.word('to')).toLocaleLowerCase('en')}`],
  'document.moved': (said) =>
    said.word('to') === ''
      ? ['moved ', said.document, ' to personal drafts']
      : ['moved ', said.document, said.into],
  'document.archived': (said) => ['archived ', said.document],
  'document.restored': (said) => ['restored ', said.document],
  'document.deleted': (said) => ['moved ', said.document, ' to the trash'],
  'document.duplicated': (said) => ['created the copy ', said.document],
  'document.imported': (said) => ['imported ', said.document, ' from a file'],
  'document.tagged': (said) => ['changed the tags of ', said.document],
  'document.handed_over': (said) => ['transferred ', said.document, ` to ${said.person}`],
  'document.locked': (said) => ['locked ', said.document],
  'document.unlocked': (said) => ['unlocked ', said.document],
  'document.merged': (said) => ['merged a working copy into ', said.document],
  'review.asked': (said) => ['requested a review of ', said.document],
  'review.changed': (said) => ['changed the review of ', said.document],
  'review.answered': (said) =>
    said.word('verdict') === 'work_needed'
      ? ['requested changes to ', said.document]
      : [
          said.word('verdict') === 'approved' ? 'approved ' : 'approved with changes ',
          said.document,
        ],
  'review.reminded': (said) => ['reminded the reviewers of ', said.document],
  'review.approved': (said) => ['gave the final approval for ', said.document],
  'review.ended': (said) => [
    said.word('as') === 'cancelled' ? 'cancelled the review of ' : 'closed the review of ',
    said.document,
  ],
  'version.named': (said) => [
    said.word('name') === ''
      ? 'saved a version of '
      : `saved the version “${said.word('name')}” of `,
    said.document,
  ],
  'version.restored': (said) => ['restored an earlier version of ', said.document],
  'comment.created': (said) => ['commented on ', said.document],
  'comment.replied': (said) => ['replied to a comment on ', said.document],
  'comment.resolved': (said) => ['resolved a comment on ', said.document],
  'comment.reopened': (said) => ['reopened a comment on ', said.document],
  'comment.assigned': (said) => ['assigned a comment on ', said.document],
  'comment.deleted': (said) => ['deleted a comment on ', said.document],
};

/** Returns an activity as the rest of a sentence that begins with the user's name. */
export function sentenceOf(activity: Activity, names: Names): readonly Part[] {
  return sentences[activity.type](partsOf(activity, names));
}

/** Returns the number of added and removed words, if known: `+120 −4 words`, otherwise null. */
export function wordsOf({ data }: Activity): string | null {
  const [added, removed] = [countIn(data, 'wordsAdded'), countIn(data, 'wordsRemoved')];
  if (added === 0 && removed === 0) return null;
  const counts = [
    added > 0 && `+${added.toLocaleString('en')}`,
    removed > 0 && `−${removed.toLocaleString('en')}`,
  ];
  return `${counts.filter(Boolean).join(' ')} ${added + removed === 1 ? 'word' : 'words'}`;
}

/** Returns the parts from which sentences are composed. */
function partsOf({ actor, data, projectId, documentId }: Activity, names: Names) {
  const word = (name: string): string => textIn(data, name);
  const personId = word('userId');
  const projectName =
    (projectId === null ? null : names.project(projectId)) ?? (word('projectName') || null);
  const document: Part =
    documentId === null
      ? titleOf(word('title'))
      : { text: titleOf(word('title')), to: `/documents/${documentId}` };
  const role = word('role');
  return {
    word,
    document,
    project: linkTo(projectId, word('name') || (projectName ?? 'a project')),
    /** Target of a role: the document if it was shared separately, otherwise the project. */
    work:
      documentId === null
        ? linkTo(projectId, projectName ?? 'a project')
        : workOf(documentId, word('title')),
    person: personId === '' ? 'an unknown user' : (names.person(personId) ?? 'an unknown user'),
    role: role === '' ? '' : `, as ${role === 'owner' || role === 'editor' ? 'an' : 'a'} ${role}`,
    into: ` to ${names.project(word('to')) ?? 'another project'}`,
    isSelf: personId === actor.id,
  };
}

function linkTo(projectId: string | null, text: string): Part {
  return projectId === null ? text : { text, to: `/projects/${projectId}` };
}

function workOf(documentId: string, title: string): Part {
  return { text: title === '' ? 'a document' : title, to: `/documents/${documentId}` };
}

function textIn(data: Activity['data'], name: string): string {
  const value = data[name];
  return typeof value === 'string' ? value : '';
}

function countIn(data: Activity['data'], name: string): number {
  const value = data[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
