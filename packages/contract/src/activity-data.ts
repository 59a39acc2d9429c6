import { z } from 'zod';
import { documentStatus } from './document.ts';
import { groupRole } from './group.ts';
import { verdictOnReview } from './review.ts';
import { role } from './role.ts';
import { id, moment } from './text.ts';

/** Names at the time of the event. A user who sees only the document gets no `projectName`. */
const ofDocument = { title: z.string(), projectName: z.string().nullish() };
const ofProject = { name: z.string() };
/** Values of an event about a collaborator: of a document (with `title`) or a project. */
const ofMember = { userId: id, title: z.string().optional(), projectName: z.string().nullish() };
/** Values of an event about a group, with its name at that time. */
const ofGroup = {
  groupId: id,
  groupName: z.string(),
  title: z.string().optional(),
  projectName: z.string().nullish(),
};
const ofComment = { ...ofDocument, threadId: id, commentId: id };
const ofReview = { ...ofDocument, reviewId: id };
const reviewers = { reviewerIds: z.array(id) };

/** `inside`: number of documents inside it that went along. */
const ofBranch = { ...ofDocument, inside: z.int().optional() };

const document = z.object(ofDocument);
const branch = z.object(ofBranch);
const project = z.object(ofProject);
const comment = z.object(ofComment);
const answered = z.object({ ...ofComment, mentions: z.array(id) });

/**
 * The data of each type of activity: what its sentence needs and cannot look up later.
 * `document.edited` summarizes the edits of one user in one work session.
 */
export const activityData = {
  'project.created': project,
  'project.renamed': z.object({ ...ofProject, from: z.string() }),
  'project.archived': project,
  'project.restored': project,
  'project.deleted': project,
  'project.handed_over': z.object({ ...ofProject, userId: id }),
  'member.added': z.object({ ...ofMember, role }),
  'member.role_changed': z.object({ ...ofMember, from: role, role }),
  'member.removed': z.object({ ...ofMember, from: role }),
  'member.joined': z.object({ role, projectName: z.string().nullish() }),
  'group.shared': z.object({ ...ofGroup, role: groupRole }),
  'group.role_changed': z.object({ ...ofGroup, from: groupRole, role: groupRole }),
  'group.unshared': z.object({ ...ofGroup, from: groupRole }),
  'document.created': document,
  'document.edited': z.object({
    ...ofDocument,
    from: moment,
    to: moment,
    wordsAdded: z.int(),
    wordsRemoved: z.int(),
  }),
  'document.renamed': z.object({ ...ofDocument, from: z.string() }),
  'document.status_changed': z.object({ ...ofDocument, from: documentStatus, to: documentStatus }),
  'document.moved': z.object({ ...ofBranch, from: id.nullable(), to: id.nullable() }),
  'document.archived': branch,
  'document.restored': branch,
  'document.deleted': branch,
  'document.duplicated': z.object({ ...ofDocument, from: z.string() }),
  'document.imported': document,
  'document.tagged': z.object({
    ...ofDocument,
    from: z.array(z.string()),
    to: z.array(z.string()),
  }),
  'document.handed_over': z.object({ ...ofDocument, userId: id }),
  'document.locked': document,
  'document.unlocked': document,
  'document.merged': z.object({ ...ofDocument, as: z.enum(['edit', 'suggestions']) }),
  'review.asked': z.object({ ...ofReview, ...reviewers, dueOn: z.string().nullable() }),
  'review.changed': z.object({ ...ofReview, ...reviewers }),
  'review.answered': z.object({ ...ofReview, verdict: verdictOnReview, askedBy: id }),
  'review.reminded': z.object({ ...ofReview, ...reviewers }),
  'review.approved': z.object({ ...ofReview, versionId: id }),
  'review.ended': z.object({ ...ofReview, ...reviewers, as: z.enum(['ended', 'cancelled']) }),
  'version.named': z.object({ ...ofDocument, versionId: id, name: z.string().nullable() }),
  'version.restored': z.object({
    ...ofDocument,
    versionId: id,
    number: z.int(),
    name: z.string().nullable(),
  }),
  'comment.created': answered,
  'comment.replied': answered,
  'comment.resolved': comment,
  'comment.reopened': comment,
  'comment.assigned': z.object({ ...ofComment, assigneeId: id }),
  'comment.deleted': comment,
} as const;

/** A type of activity. See {@link activityData}. */
export type ActivityType = keyof typeof activityData;

/** All types of activity. */
export const activityTypes = Object.keys(activityData) as [ActivityType, ...ActivityType[]];

/** Data of an activity of one type. */
export type ActivityData<T extends ActivityType> = z.infer<(typeof activityData)[T]>;

/** An activity as its type with the data of this type. */
export type ActivityEvent<Type extends ActivityType = ActivityType> = {
  [T in Type]: { readonly type: T; readonly data: Readonly<ActivityData<T>> };
}[Type];
