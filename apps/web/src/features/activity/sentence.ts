import type { Activity } from '@longhand/contract';
import { statusName } from '../../ui/statuses.ts';
import { titleOf } from '../../ui/title-of.ts';

/** A part of a sentence: text, or a link. */
export type Part = string | { readonly text: string; readonly to: string };

/** Lookup of the names of users and projects; null if a name is not known here. */
export type Names = { person(id: string): string | null; project(id: string): string | null };

/** Returns an activity as the rest of a sentence that begins with the user's name. */
export function sentenceOf(activity: Activity, names: Names): readonly Part[] {
  const said = sayerOf(activity, names);
  switch (activity.type) {
    case 'project.created':
      return ['created the project ', said.project];
    case 'project.renamed':
      return [`renamed the project “${said.word('from')}” to `, said.project];
    case 'project.archived':
      return ['archived the project ', said.project];
    case 'project.restored':
      return ['restored the project ', said.project];
    case 'project.deleted':
      return ['moved the project ', said.project, ' to the trash'];
    case 'project.handed_over':
      return ['transferred the project ', said.project, ` to ${said.person}`];
    case 'member.added':
      return [`shared `, said.work, ` with ${said.person}${said.role}`];
    case 'member.role_changed':
      return [`changed the role of ${said.person} in `, said.work, said.role];
    case 'member.removed':
      return said.isSelf ? ['left ', said.work] : [`removed ${said.person} from `, said.work];
    case 'member.joined':
      return ['joined ', said.work, said.role];
    case 'document.created':
      return ['created ', said.document];
    case 'document.edited':
      return ['edited ', said.document];
    case 'document.renamed':
      return [`renamed “${titleOf(said.word('from'))}” to `, said.document];
    case 'document.status_changed':
      return said.word('to') === ''
        ? ['changed the status of ', said.document]
        : ['set ', said.document, ` to ${statusName(said.word('to')).toLocaleLowerCase('en')}`];
    case 'document.moved':
      return said.word('to') === ''
        ? ['moved ', said.document, ' to personal drafts']
        : ['moved ', said.document, said.into];
    case 'document.archived':
      return ['archived ', said.document];
    case 'document.restored':
      return ['restored ', said.document];
    case 'document.deleted':
      return ['moved ', said.document, ' to the trash'];
    case 'document.duplicated':
      return ['created the copy ', said.document];
    case 'document.imported':
      return ['imported ', said.document, ' from a file'];
    case 'document.tagged':
      return ['changed the tags of ', said.document];
    case 'document.handed_over':
      return ['transferred ', said.document, ` to ${said.person}`];
    case 'document.locked':
      return ['locked ', said.document];
    case 'document.unlocked':
      return ['unlocked ', said.document];
    case 'document.merged':
      return ['merged a working copy into ', said.document];
    case 'review.asked':
      return ['requested a review of ', said.document];
    case 'review.changed':
      return ['changed the review of ', said.document];
    case 'review.answered':
      return said.word('verdict') === 'work_needed'
        ? ['requested changes to ', said.document]
        : [
            said.word('verdict') === 'approved' ? 'approved ' : 'approved with changes ',
            said.document,
          ];
    case 'review.reminded':
      return ['reminded the reviewers of ', said.document];
    case 'review.approved':
      return ['gave the final approval for ', said.document];
    case 'review.ended':
      return [
        said.word('as') === 'cancelled' ? 'cancelled the review of ' : 'closed the review of ',
        said.document,
      ];
    case 'version.named':
      return [
        said.word('name') === ''
          ? 'saved a version of '
          : `saved the version “${said.word('name')}” of `,
        said.document,
      ];
    case 'version.restored':
      return ['restored an earlier version of ', said.document];
    case 'comment.created':
      return ['commented on ', said.document];
    case 'comment.replied':
      return ['replied to a comment on ', said.document];
    case 'comment.resolved':
      return ['resolved a comment on ', said.document];
    case 'comment.reopened':
      return ['reopened a comment on ', said.document];
    case 'comment.assigned':
      return ['assigned a comment on ', said.document];
    case 'comment.deleted':
      return ['deleted a comment on ', said.document];
  }
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
function sayerOf({ actor, data, projectId, documentId }: Activity, names: Names) {
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
