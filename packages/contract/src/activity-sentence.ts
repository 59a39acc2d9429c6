import type { Activity } from './activity.ts';
import type { ActivityData, ActivityType } from './activity-data.ts';
import type { Role } from './roles.ts';
import { statusNames } from './status-names.ts';

/** A part of a sentence: text, or a link to a page of the product. */
export type Part = string | { readonly text: string; readonly to: string };

/** Lookup of the names of users and projects; null if a name is not known here. */
export type Names = { person(id: string): string | null; project(id: string): string | null };

/** Returns the display title of a document; "Untitled" for a blank one. */
export function displayTitle(title: string): string {
  return title.trim() === '' ? 'Untitled' : title;
}

/** Makes the sentence of an activity with data of one type. */
type Sentence<Data> = (data: Data, about: About) => readonly Part[];

/** Sentences that consist of a verb and the document or project. */
const ofDocument =
  (before: string, after = ''): Sentence<{ title: string }> =>
  ({ title }, { document }) => [before, document(title), after];
const ofProject =
  (before: string, after = ''): Sentence<{ name: string }> =>
  ({ name }, { project }) => [before, project(name), after];

/** Sentences about a document and what is inside it. */
const ofBranch =
  (before: string, after = ''): Sentence<{ title: string; inside?: number | undefined }> =>
  ({ title, inside }, { document }) => [before, document(title), `${withInside(inside)}${after}`];

function withInside(inside: number | undefined): string {
  if (inside === undefined || inside === 0) return '';
  return inside === 1 ? ' with the document inside it' : ` with the ${inside} documents inside it`;
}

function destinationOf(
  from: string | null,
  to: string | null,
  nameOfProject: (id: string) => string | null,
): string {
  if (from === to) return to === null ? '' : ` within ${nameOfProject(to) ?? 'its project'}`;
  return to === null ? ' to personal drafts' : ` to ${nameOfProject(to) ?? 'another project'}`;
}

const sentences: { readonly [Type in ActivityType]: Sentence<ActivityData<Type>> } = {
  'project.created': ofProject('created the project '),
  'project.renamed': ({ from, name }, { project }) => [
    `renamed the project “${from}” to `,
    project(name),
  ],
  'project.archived': ofProject('archived the project '),
  'project.restored': ofProject('restored the project '),
  'project.deleted': ofProject('moved the project ', ' to the trash'),
  'project.handed_over': ({ name, userId }, { project, person }) => [
    'transferred the project ',
    project(name),
    ` to ${person(userId)}`,
  ],
  'member.added': ({ userId, role, ...names }, { work, person }) => [
    'shared ',
    work(names),
    ` with ${person(userId)}${asRole(role)}`,
  ],
  'member.role_changed': ({ userId, role, ...names }, { work, person }) => [
    `changed the role of ${person(userId)} in `,
    work(names),
    asRole(role),
  ],
  'member.removed': ({ userId, ...names }, { work, person, isActor }) =>
    isActor(userId) ? ['left ', work(names)] : [`removed ${person(userId)} from `, work(names)],
  'member.joined': ({ role, projectName }, { work }) => [
    'joined ',
    work({ projectName }),
    asRole(role),
  ],
  'group.shared': ({ groupName, role, ...names }, { work }) => [
    'shared ',
    work(names),
    ` with the group ${groupName}${asRole(role)}`,
  ],
  'group.role_changed': ({ groupName, role, ...names }, { work }) => [
    `changed the role of the group ${groupName} in `,
    work(names),
    asRole(role),
  ],
  'group.unshared': ({ groupName, ...names }, { work }) => [
    `removed the group ${groupName} from `,
    work(names),
  ],
  'document.created': ofDocument('created '),
  'document.edited': ofDocument('edited '),
  'document.renamed': ({ from, title }, { document }) => [
    `renamed “${displayTitle(from)}” to `,
    document(title),
  ],
  'document.status_changed': ({ title, to }, { document }) => [
    'set ',
    document(title),
    ` to ${statusNames[to].toLocaleLowerCase('en')}`,
  ],
  'document.moved': ({ title, from, to, inside }, { document, nameOfProject }) => [
    'moved ',
    document(title),
    withInside(inside),
    destinationOf(from, to, nameOfProject),
  ],
  'document.archived': ofBranch('archived '),
  'document.restored': ofBranch('restored '),
  'document.deleted': ofBranch('moved ', ' to the trash'),
  'document.duplicated': ofDocument('created the copy '),
  'document.imported': ofDocument('imported ', ' from a file'),
  'document.tagged': ofDocument('changed the tags of '),
  'document.handed_over': ({ title, userId }, { document, person }) => [
    'transferred ',
    document(title),
    ` to ${person(userId)}`,
  ],
  'document.locked': ofDocument('locked '),
  'document.unlocked': ofDocument('unlocked '),
  'document.merged': ofDocument('merged a working copy into '),
  'review.asked': ofDocument('requested a review of '),
  'review.changed': ofDocument('changed the review of '),
  'review.answered': ({ title, verdict }, { document }) => [answers[verdict], document(title)],
  'review.reminded': ofDocument('reminded the reviewers of '),
  'review.approved': ofDocument('gave the final approval for '),
  'review.ended': ({ title, as }, { document }) => [
    as === 'cancelled' ? 'cancelled the review of ' : 'closed the review of ',
    document(title),
  ],
  'version.named': ({ title, name }, { document }) => [
    name === null || name === '' ? 'saved a version of ' : `saved the version “${name}” of `,
    document(title),
  ],
  'version.restored': ofDocument('restored an earlier version of '),
  'comment.created': ofDocument('commented on '),
  'comment.replied': ofDocument('replied to a comment on '),
  'comment.resolved': ofDocument('resolved a comment on '),
  'comment.reopened': ofDocument('reopened a comment on '),
  'comment.assigned': ofDocument('assigned a comment on '),
  'comment.deleted': ofDocument('deleted a comment on '),
};

const answers: Readonly<Record<ActivityData<'review.answered'>['verdict'], string>> = {
  approved: 'approved ',
  approved_with_changes: 'approved with changes ',
  work_needed: 'requested changes to ',
};

/** Returns an activity as the rest of a sentence that begins with the user's name. */
export function activitySentence(activity: Activity, names: Names): readonly Part[] {
  // The compiler cannot relate the data to the type within a union.
  const sentence = sentences[activity.type] as Sentence<Activity['data']>;
  const parts = sentence(activity.data, aboutOf(activity, names));
  return parts.filter((part) => part !== '');
}

/** Returns the number of added and removed words, if any: `+120 −4 words`, otherwise null. */
export function activityWords(activity: Activity): string | null {
  if (activity.type !== 'document.edited') return null;
  const { wordsAdded: added, wordsRemoved: removed } = activity.data;
  if (added === 0 && removed === 0) return null;
  const counts = [
    added > 0 && `+${added.toLocaleString('en')}`,
    removed > 0 && `−${removed.toLocaleString('en')}`,
  ];
  return `${counts.filter(Boolean).join(' ')} ${added + removed === 1 ? 'word' : 'words'}`;
}

type About = ReturnType<typeof aboutOf>;

/** Names at the time of an event about a collaborator. */
type WorkNames = {
  readonly title?: string | undefined;
  readonly projectName?: string | null | undefined;
};

/** Returns the parts from which sentences are composed. */
function aboutOf({ actor, projectId, documentId }: Activity, names: Names) {
  const linkTo = (text: string): Part =>
    projectId === null ? text : { text, to: `/projects/${projectId}` };
  const nameNow = projectId === null ? null : names.project(projectId);
  return {
    document: (title: string): Part =>
      documentId === null
        ? displayTitle(title)
        : { text: displayTitle(title), to: `/documents/${documentId}` },
    project: (name: string): Part => linkTo(name),
    /** Target of a role: the document if it was shared separately, otherwise the project. */
    work: ({ title = '', projectName }: WorkNames): Part =>
      documentId === null
        ? linkTo(nameNow ?? projectName ?? 'a project')
        : { text: title === '' ? 'a document' : title, to: `/documents/${documentId}` },
    person: (userId: string): string => names.person(userId) ?? 'an unknown user',
    isActor: (userId: string): boolean => userId === actor.id,
    nameOfProject: (id: string): string | null => names.project(id),
  };
}

function asRole(role: Role): string {
  return `, as ${role === 'owner' || role === 'editor' ? 'an' : 'a'} ${role}`;
}
