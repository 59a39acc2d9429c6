/**
 * Sentences about events, in English: of activity and of notifications. Pages and mails translate
 * them by the id `sentence.…`. A message in the format of ICU; `{actor}`, `{person}`, `{document}`,
 * `{project}`, `{work}`, `{group}` and `{from}` are names, the other values numbers or keywords.
 * `{work}` is a document or a project. The build of the pages compiles this module.
 */
export const sentenceTexts = {
  'project.created': '{actor} created the project {project}',
  'project.renamed': '{actor} renamed the project “{from}” to {project}',
  'project.archived': '{actor} archived the project {project}',
  'project.restored': '{actor} restored the project {project}',
  'project.deleted': '{actor} moved the project {project} to the trash',
  'project.handed_over': '{actor} transferred the project {project} to {person}',
  'member.added':
    '{actor} shared {work} with {person}, {role, select, owner {as an owner} editor {as an editor} reviewer {as a reviewer} other {as a viewer}}',
  'member.role_changed':
    '{actor} changed the role of {person} in {work}, {role, select, owner {as an owner} editor {as an editor} reviewer {as a reviewer} other {as a viewer}}',
  'member.removed': '{actor} removed {person} from {work}',
  'member.left': '{actor} left {work}',
  'member.joined':
    '{actor} joined {work}, {role, select, owner {as an owner} editor {as an editor} reviewer {as a reviewer} other {as a viewer}}',
  'group.shared':
    '{actor} shared {work} with the group {group}, {role, select, owner {as an owner} editor {as an editor} reviewer {as a reviewer} other {as a viewer}}',
  'group.role_changed':
    '{actor} changed the role of the group {group} in {work}, {role, select, owner {as an owner} editor {as an editor} reviewer {as a reviewer} other {as a viewer}}',
  'group.unshared': '{actor} removed the group {group} from {work}',
  'document.created': '{actor} created {document}',
  'document.edited': '{actor} edited {document}',
  'document.renamed': '{actor} renamed {document}',
  'document.renamed_from': '{actor} renamed “{from}” to {document}',
  'document.status_changed': '{actor} changed the status of {document}',
  'document.status_set':
    '{actor} set {document} to {status, select, draft {draft} in_review {in review} approved {approved} other {published}}',
  'document.moved':
    '{actor} moved {document}{inside, plural, =0 {} one { with the document inside it} other { with the # documents inside it}}',
  'document.moved_to':
    '{actor} moved {document}{inside, plural, =0 {} one { with the document inside it} other { with the # documents inside it}} to {project}',
  'document.moved_within':
    '{actor} moved {document}{inside, plural, =0 {} one { with the document inside it} other { with the # documents inside it}} within {project}',
  'document.moved_to_drafts':
    '{actor} moved {document}{inside, plural, =0 {} one { with the document inside it} other { with the # documents inside it}} to personal drafts',
  'document.archived':
    '{actor} archived {document}{inside, plural, =0 {} one { with the document inside it} other { with the # documents inside it}}',
  'document.restored':
    '{actor} restored {document}{inside, plural, =0 {} one { with the document inside it} other { with the # documents inside it}}',
  'document.deleted':
    '{actor} moved {document}{inside, plural, =0 {} one { with the document inside it} other { with the # documents inside it}} to the trash',
  'document.duplicated': '{actor} created the copy {document}',
  'document.imported': '{actor} imported {document} from a file',
  'document.tagged': '{actor} changed the tags of {document}',
  'document.handed_over': '{actor} transferred {document} to {person}',
  'document.locked': '{actor} locked {document}',
  'document.unlocked': '{actor} unlocked {document}',
  'document.merged': '{actor} merged a working copy into {document}',
  'document.mentioned': '{actor} mentioned you in {document}',
  'document.shared': '{actor} shared {document} with you',
  'document.requested': '{actor} requests access to {document}',
  'project.shared': '{actor} shared the project {project} with you',
  'project.requested': '{actor} requests access to the project {project}',
  'review.asked': '{actor} requested a review of {document}',
  'review.changed': '{actor} changed the review of {document}',
  'review.answered':
    '{verdict, select, approved {{actor} approved {document}} approved_with_changes {{actor} approved {document} with changes} other {{actor} requested changes to {document}}}',
  'review.reminded': '{actor} reminded the reviewers of {document}',
  'review.approved': '{actor} gave the final approval for {document}',
  'review.ended': '{actor} closed the review of {document}',
  'review.cancelled': '{actor} cancelled the review of {document}',
  'review.asked_you': '{actor} asks you to review {document}',
  'review.reminded_you': '{actor} reminds you of your review of {document}',
  'version.saved': '{actor} saved a version of {document}',
  'version.named': '{actor} saved the version “{from}” of {document}',
  'version.restored': '{actor} restored an earlier version of {document}',
  'comment.created': '{actor} commented on {document}',
  'comment.replied': '{actor} replied to a comment on {document}',
  'comment.replied_to_you': '{actor} replied to you in {document}',
  'comment.resolved': '{actor} resolved a comment on {document}',
  'comment.reopened': '{actor} reopened a comment on {document}',
  'comment.assigned': '{actor} assigned a comment on {document}',
  'comment.assigned_to_you': '{actor} assigned a comment in {document} to you',
  'comment.deleted': '{actor} deleted a comment on {document}',
  'suggestions.accepted':
    '{actor} accepted {accepted, plural, one {one of your suggestions} other {# of your suggestions}} in {document}',
  'suggestions.rejected':
    '{actor} rejected {rejected, plural, one {one of your suggestions} other {# of your suggestions}} in {document}',
  'suggestions.accepted_and_rejected':
    '{actor} accepted {accepted, plural, one {one of your suggestions} other {# of your suggestions}} and rejected {rejected, plural, other {#}} in {document}',
  'suggestions.decided': '{actor} decided about one of your suggestions in {document}',
} as const;

/**
 * Replacements for names that are empty or not known, in sentences in English. Pages and mails
 * translate them by the id `unnamed.…`.
 */
export const unnamedTexts = {
  title: 'Untitled',
  document: 'a document',
  project: 'a project',
  other_project: 'another project',
  person: 'an unknown user',
  hidden: 'content that is no longer shared with you',
} as const;
