import type { Activity } from './activity.ts';
import type { ActivityData, ActivityType } from './activity-data.ts';
import type { Named, Sentence } from './sentence.ts';

/** Lookup of the names of users and projects; null if a name is not known here. */
export type Names = { person(id: string): string | null; project(id: string): string | null };

/** Returns a title as a name in a sentence. */
export function titleIn(title: string, to?: string): Named {
  const link = to === undefined ? {} : { to };
  return title.trim() === '' ? { unnamed: 'title', ...link } : { name: title, ...link };
}

/** Makes the sentence of an activity with data of one type, without its actor. */
type Maker<Data> = (data: Data, about: About) => Sentence;

/** Sentences with the document, or with the project, as their only value. */
const ofDocument =
  (id: Sentence['id']): Maker<{ title: string }> =>
  ({ title }, { document }) => ({ id, values: { document: document(title) } });
const ofProject =
  (id: Sentence['id']): Maker<{ name: string }> =>
  ({ name }, { project }) => ({ id, values: { project: project(name) } });

/** Sentences about a document and what is inside it. */
const ofBranch =
  (id: Sentence['id']): Maker<{ title: string; inside?: number | undefined }> =>
  ({ title, inside = 0 }, { document }) => ({ id, values: { document: document(title), inside } });

const moved: Maker<ActivityData<'document.moved'>> = ({ title, from, to, inside = 0 }, about) => {
  const values = { document: about.document(title), inside };
  if (to === null)
    return { id: from === null ? 'document.moved' : 'document.moved_to_drafts', values };
  const name = about.nameOfProject(to);
  const project: Named = name === null ? { unnamed: 'other_project' } : { name };
  if (from !== to) return { id: 'document.moved_to', values: { ...values, project } };
  return name === null
    ? { id: 'document.moved', values }
    : { id: 'document.moved_within', values: { ...values, project } };
};

const makers: { readonly [Type in ActivityType]: Maker<ActivityData<Type>> } = {
  'project.created': ofProject('project.created'),
  'project.renamed': ({ from, name }, { project }) => ({
    id: 'project.renamed',
    values: { from: { name: from }, project: project(name) },
  }),
  'project.archived': ofProject('project.archived'),
  'project.restored': ofProject('project.restored'),
  'project.deleted': ofProject('project.deleted'),
  'project.handed_over': ({ name, userId }, { project, person }) => ({
    id: 'project.handed_over',
    values: { project: project(name), person: person(userId) },
  }),
  'member.added': ({ userId, role, ...names }, { work, person }) => ({
    id: 'member.added',
    values: { work: work(names), person: person(userId), role },
  }),
  'member.role_changed': ({ userId, role, ...names }, { work, person }) => ({
    id: 'member.role_changed',
    values: { work: work(names), person: person(userId), role },
  }),
  'member.removed': ({ userId, ...names }, { work, person, isActor }) =>
    isActor(userId)
      ? { id: 'member.left', values: { work: work(names) } }
      : { id: 'member.removed', values: { work: work(names), person: person(userId) } },
  'member.joined': ({ role, projectName }, { work }) => ({
    id: 'member.joined',
    values: { work: work({ projectName }), role },
  }),
  'group.shared': ({ groupName, role, ...names }, { work }) => ({
    id: 'group.shared',
    values: { work: work(names), group: { name: groupName }, role },
  }),
  'group.role_changed': ({ groupName, role, ...names }, { work }) => ({
    id: 'group.role_changed',
    values: { work: work(names), group: { name: groupName }, role },
  }),
  'group.unshared': ({ groupName, ...names }, { work }) => ({
    id: 'group.unshared',
    values: { work: work(names), group: { name: groupName } },
  }),
  'document.created': ofDocument('document.created'),
  'document.edited': ofDocument('document.edited'),
  'document.renamed': ({ from, title }, { document }) => ({
    id: 'document.renamed_from',
    values: { from: titleIn(from), document: document(title) },
  }),
  'document.status_changed': ({ title, to }, { document }) => ({
    id: 'document.status_set',
    values: { document: document(title), status: to },
  }),
  'document.moved': moved,
  'document.archived': ofBranch('document.archived'),
  'document.restored': ofBranch('document.restored'),
  'document.deleted': ofBranch('document.deleted'),
  'document.duplicated': ofDocument('document.duplicated'),
  'document.imported': ofDocument('document.imported'),
  'document.tagged': ofDocument('document.tagged'),
  'document.handed_over': ({ title, userId }, { document, person }) => ({
    id: 'document.handed_over',
    values: { document: document(title), person: person(userId) },
  }),
  'document.locked': ofDocument('document.locked'),
  'document.unlocked': ofDocument('document.unlocked'),
  'document.merged': ofDocument('document.merged'),
  'review.asked': ofDocument('review.asked'),
  'review.changed': ofDocument('review.changed'),
  'review.answered': ({ title, verdict }, { document }) => ({
    id: 'review.answered',
    values: { document: document(title), verdict },
  }),
  'review.reminded': ofDocument('review.reminded'),
  'review.approved': ofDocument('review.approved'),
  'review.ended': ({ title, as }, { document }) => ({
    id: as === 'cancelled' ? 'review.cancelled' : 'review.ended',
    values: { document: document(title) },
  }),
  'version.named': ({ title, name }, { document }) =>
    name === null || name === ''
      ? { id: 'version.saved', values: { document: document(title) } }
      : { id: 'version.named', values: { document: document(title), from: { name } } },
  'version.restored': ofDocument('version.restored'),
  'comment.created': ofDocument('comment.created'),
  'comment.replied': ofDocument('comment.replied'),
  'comment.resolved': ofDocument('comment.resolved'),
  'comment.reopened': ofDocument('comment.reopened'),
  'comment.assigned': ofDocument('comment.assigned'),
  'comment.deleted': ofDocument('comment.deleted'),
};

/** Returns the sentence of an activity. */
export function activitySentence(activity: Activity, names: Names): Sentence {
  // The compiler cannot relate the data to the type within a union.
  const make = makers[activity.type] as Maker<Activity['data']>;
  const { id, values } = make(activity.data, aboutOf(activity, names));
  return { id, values: { actor: { name: activity.actor.name }, ...values } };
}

type About = ReturnType<typeof aboutOf>;

/** Names at the time of an event about a collaborator. */
type WorkNames = {
  readonly title?: string | undefined;
  readonly projectName?: string | null | undefined;
};

/** Returns the names from which sentences are composed. */
function aboutOf({ actor, projectId, documentId }: Activity, names: Names) {
  const documentLink = documentId === null ? undefined : `/documents/${documentId}`;
  const projectLink = projectId === null ? {} : { to: `/projects/${projectId}` };
  const nameNow = projectId === null ? null : names.project(projectId);
  return {
    document: (title: string): Named => titleIn(title, documentLink),
    project: (name: string): Named => ({ name, ...projectLink }),
    /** Target of a role: the document if it was shared separately, otherwise the project. */
    work: ({ title = '', projectName }: WorkNames): Named => {
      if (documentLink !== undefined)
        return { ...(title === '' ? { unnamed: 'document' } : { name: title }), to: documentLink };
      const name = nameNow ?? projectName ?? null;
      return { ...(name === null ? { unnamed: 'project' } : { name }), ...projectLink };
    },
    person: (userId: string): Named => {
      const name = names.person(userId);
      return name === null ? { unnamed: 'person' } : { name };
    },
    isActor: (userId: string): boolean => userId === actor.id,
    nameOfProject: (id: string): string | null => names.project(id),
  };
}
