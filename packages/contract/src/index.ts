/** Public interface of the contract: the data exchanged between server and browser. */
export type { AccessRequest } from './access-request.ts';
export { type Activity, activityEventOf, activityType } from './activity.ts';
export { activitySentence, type Names } from './activity-sentence.ts';
export { isolate, isolateEnglish, withoutIsolates } from './isolate.ts';
export { formerMemberName, guestPrefix } from './stored-names.ts';
export { notificationPath, notificationSentence } from './notification-sentence.ts';
export { type Format, type Part, type Sentence, sentenceParts } from './sentence.ts';
export { type FieldMessage, type Issue, messageOfIssue } from './field-issues.ts';
export { fieldMessage, wrongField } from './field-messages.ts';
export { type FieldCode, fieldNames, fieldTexts } from './field-texts.ts';
export { sentenceTexts, unnamedTexts } from './sentence-texts.ts';
export { statusNames } from './status-names.ts';
export {
  activityData,
  type ActivityData,
  type ActivityEvent,
  type ActivityType,
  activityTypes,
} from './activity-data.ts';
export {
  type AdminOverview,
  type AdminUser,
  type AdminUserChange,
  auditAction,
  type AuditAction,
  type AuditEntry,
} from './admin.ts';
export type { Announcement, AnnouncementChange, NewAnnouncement } from './announcement.ts';
export { type Authors, writtenHow, type WrittenHow } from './authors.ts';
export type { ChangesSinceVisit, News } from './changes-since-visit.ts';
export {
  type AddedCollaborator,
  type AddedDocumentCollaborator,
  type Collaborator,
  type DocumentCollaborator,
  newCollaborator,
  type NewCollaborator,
  type SharedWork,
} from './collaborator.ts';
export type { DataRequest } from './data-request.ts';
export type { Erasure, ErasurePreview, FormerMember, NewErasure } from './erasure.ts';
export type { Hold, HoldKind, NewHold } from './hold.ts';
export { newScimConnection, type NewScimConnection, type ScimConnection } from './scim.ts';
export { codePoints } from './code-points.ts';
export {
  acceptedLanguage,
  directionOf,
  type Language,
  languageNames,
  languageOf,
  languages,
} from './languages.ts';
export {
  type Comment,
  commentAnchor,
  type CommentAnchor,
  type CommentChange,
  type NewComment,
  type ReactionKind,
  reactionKinds,
  type Thread,
} from './comment.ts';
export type { DocumentRights, ProjectRights } from './rights.ts';
export {
  type AccessAfterMove,
  branchSize,
  type BranchSize,
  type DocumentPath,
  type Document,
  type DocumentBatch,
  type DocumentChange,
  type DocumentCopy,
  type DocumentFormat,
  documentGoal,
  type DocumentGoal,
  type DocumentStatus,
  documentTags,
  type MoveQuestion,
  type NewDocument,
} from './document.ts';
export {
  type Answer,
  type Asked,
  type RateLimit,
  type Endpoint,
  endpoint,
  type FileAnswer,
  isForeign,
  needsRoom,
  type Received,
  type Reply,
} from './endpoint.ts';
export { type EndpointName, endpoints } from './endpoints.ts';
export type {
  AddedFactor,
  CreatedCredential,
  CredentialOptions,
  Factors,
  NewPasskey,
  OwnerProof,
  Passkey,
  PendingSignIn,
  SignInResult,
  StartedOneTimeCodes,
  UsedCredential,
} from './factor.ts';
export {
  type EventData,
  type EventName,
  eventNames,
  type ServerEvent,
  serverEvent,
} from './event.ts';
export type { File } from './file.ts';
export {
  type AdminGuestLink,
  type Guest,
  guestEntry,
  type GuestEntry,
  type GuestLink,
  type GuestOffer,
  guestRole,
  type GuestRole,
  newGuestLink,
  type NewGuestLink,
} from './guest.ts';
export type { Group, GroupAccess, GroupChange, GroupMember, NewGroup } from './group.ts';
export {
  type EndedSignIn,
  type Identity,
  type IdentityProvider,
  type IdentityProviderChange,
  type IdentityProviderTest,
  type LinkRule,
  newIdentityProvider,
  type NewIdentityProvider,
  type ProviderChoice,
  type SignInAnswer,
  type SignInMethods,
  type SignInRule,
} from './identity.ts';
export { type Invitation, newInvitation, type NewInvitation } from './invitation.ts';
export { limits } from './limits.ts';
export {
  contactMessage,
  type ContactMessage,
  type Message,
  type MessageKind,
  type OutboxMail,
} from './message.ts';
export type { RequestFigures, WritingFigures } from './metrics.ts';
export {
  defaultNotificationSettings,
  mailTime,
  notification,
  type Notification,
  notificationKind,
  type NotificationKind,
  notificationKinds,
  notificationSettings,
  type NotificationSettings,
  type Watch,
} from './notification.ts';
export { openApi } from './openapi.ts';
export { avatarColorIn, groupColor, palette } from './palette.ts';
export type { Plan } from './plan.ts';
export { plans } from './plans.ts';
export { type FieldError, problem, type Problem } from './problem.ts';
export { newProject, type NewProject, type Project, type ProjectChange } from './project.ts';
export { type RefusalCode, refusals } from './refusals.ts';
export type {
  NewReview,
  Review,
  ReviewAnswer,
  ReviewChange,
  Reviewer,
  VerdictOnReview,
  WaitingReview,
} from './review.ts';
export { role } from './role.ts';
export { atLeast, type GroupRole, groupRoles, isRole, type Role, roles } from './roles.ts';
export {
  branding,
  brandingChange,
  contrastMessage,
  type Branding,
  type BrandingChange,
  type LogoVariant,
} from './branding.ts';
export {
  accentColors,
  contrastsOf,
  isReadable,
  leastContrast,
  nearestReadable,
  type Scheme,
} from './branding-colors.ts';
export { productName, usualBranding } from './usual-branding.ts';
export { publicRules, serverRules, serverRulesChange, type ServerRules } from './rules.ts';
export { usualRules } from './usual-rules.ts';
export { type Found, type FoundType, searchAsked, type SearchAsked } from './search.ts';
export { type AccessToken, type DeviceSession, type NewAccessToken, scope } from './session.ts';
export { type SignUpChange, signUpRule, type SignUpRule } from './sign-up.ts';
export type { Template } from './template.ts';
export { id } from './text.ts';
export type { ExportFormat, Job } from './transfer.ts';
export {
  credentials,
  type Credentials,
  email,
  newPassword,
  passwordForgotten,
  type Person,
  personName,
  preferences,
  type Preferences,
  registration,
  type Registration,
  type User,
  userChange,
  type UserChange,
  username,
} from './user.ts';
export type { Version, VersionDifference } from './version.ts';
export type { Waiting, WaitingSuggestions } from './waiting.ts';
export type { MergeChoice, MergeConflict, WorkingCopy, WorkingCopyMerge } from './working-copy.ts';
export { accessRequestsEndpoints } from './endpoints/access-requests.ts';
export { accountEndpoints } from './endpoints/account.ts';
export { activityEndpoints } from './endpoints/activity.ts';
export { adminEndpoints } from './endpoints/admin.ts';
export { announcementsEndpoints } from './endpoints/announcements.ts';
export { authEndpoints } from './endpoints/auth.ts';
export { authorsEndpoints } from './endpoints/authors.ts';
export { beginningsEndpoints } from './endpoints/beginnings.ts';
export { changesSinceVisitEndpoints } from './endpoints/changes-since-visit.ts';
export { collaboratorsEndpoints } from './endpoints/collaborators.ts';
export { commentsEndpoints } from './endpoints/comments.ts';
export { apiDocsEndpoints } from './endpoints/api-docs.ts';
export { documentsEndpoints } from './endpoints/documents.ts';
export { eventsEndpoints } from './endpoints/events.ts';
export { scimEndpoints } from './endpoints/scim.ts';
export { erasuresEndpoints } from './endpoints/erasures.ts';
export { factorsEndpoints } from './endpoints/factors.ts';
export { filesEndpoints } from './endpoints/files.ts';
export { guestsEndpoints } from './endpoints/guests.ts';
export { groupsEndpoints } from './endpoints/groups.ts';
export { identitiesEndpoints } from './endpoints/identities.ts';
export { invitationsEndpoints } from './endpoints/invitations.ts';
export { livesEndpoints } from './endpoints/lives.ts';
export { messagesEndpoints } from './endpoints/messages.ts';
export { metricsEndpoints } from './endpoints/metrics.ts';
export { notificationsEndpoints } from './endpoints/notifications.ts';
export { passwordsEndpoints } from './endpoints/passwords.ts';
export { projectsEndpoints } from './endpoints/projects.ts';
export { reviewsEndpoints } from './endpoints/reviews.ts';
export { brandingEndpoints } from './endpoints/branding.ts';
export { rulesEndpoints } from './endpoints/rules.ts';
export { searchEndpoints } from './endpoints/search.ts';
export { transferEndpoints } from './endpoints/transfer.ts';
export { usersEndpoints } from './endpoints/users.ts';
export { versionsEndpoints } from './endpoints/versions.ts';
export { workingCopiesEndpoints } from './endpoints/working-copies.ts';
