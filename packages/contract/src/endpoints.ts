import { changesSinceVisitEndpoints } from './endpoints/changes-since-visit.ts';
import { authorsEndpoints } from './endpoints/authors.ts';
import { authEndpoints } from './endpoints/auth.ts';
import { collaboratorsEndpoints } from './endpoints/collaborators.ts';
import { commentsEndpoints } from './endpoints/comments.ts';
import { apiDocsEndpoints } from './endpoints/api-docs.ts';
import { documentsEndpoints } from './endpoints/documents.ts';
import { groupsEndpoints } from './endpoints/groups.ts';
import { identitiesEndpoints } from './endpoints/identities.ts';
import { invitationsEndpoints } from './endpoints/invitations.ts';
import { messagesEndpoints } from './endpoints/messages.ts';
import { passwordsEndpoints } from './endpoints/passwords.ts';
import { metricsEndpoints } from './endpoints/metrics.ts';
import { adminEndpoints } from './endpoints/admin.ts';
import { announcementsEndpoints } from './endpoints/announcements.ts';
import { factorsEndpoints } from './endpoints/factors.ts';
import { filesEndpoints } from './endpoints/files.ts';
import { erasuresEndpoints } from './endpoints/erasures.ts';
import { eventsEndpoints } from './endpoints/events.ts';
import { projectsEndpoints } from './endpoints/projects.ts';
import { workingCopiesEndpoints } from './endpoints/working-copies.ts';
import { accessRequestsEndpoints } from './endpoints/access-requests.ts';
import { guestsEndpoints } from './endpoints/guests.ts';
import { notificationsEndpoints } from './endpoints/notifications.ts';
import { reviewsEndpoints } from './endpoints/reviews.ts';
import { scimEndpoints } from './endpoints/scim.ts';
import { searchEndpoints } from './endpoints/search.ts';
import { brandingEndpoints } from './endpoints/branding.ts';
import { rulesEndpoints } from './endpoints/rules.ts';
import { transferEndpoints } from './endpoints/transfer.ts';
import { usersEndpoints } from './endpoints/users.ts';
import { versionsEndpoints } from './endpoints/versions.ts';
import { livesEndpoints } from './endpoints/lives.ts';
import { accountEndpoints } from './endpoints/account.ts';
import { activityEndpoints } from './endpoints/activity.ts';
import { beginningsEndpoints } from './endpoints/beginnings.ts';

/** Table of the whole HTTP API. A route that is not in this table does not exist. */
export const endpoints = {
  ...authEndpoints,
  ...factorsEndpoints,
  ...identitiesEndpoints,
  ...usersEndpoints,
  ...accountEndpoints,
  ...erasuresEndpoints,
  ...scimEndpoints,
  ...projectsEndpoints,
  ...documentsEndpoints,
  ...collaboratorsEndpoints,
  ...groupsEndpoints,
  ...livesEndpoints,
  ...activityEndpoints,
  ...invitationsEndpoints,
  ...messagesEndpoints,
  ...passwordsEndpoints,
  ...versionsEndpoints,
  ...authorsEndpoints,
  ...changesSinceVisitEndpoints,
  ...commentsEndpoints,
  ...reviewsEndpoints,
  ...notificationsEndpoints,
  ...guestsEndpoints,
  ...accessRequestsEndpoints,
  ...workingCopiesEndpoints,
  ...eventsEndpoints,
  ...filesEndpoints,
  ...metricsEndpoints,
  ...adminEndpoints,
  ...brandingEndpoints,
  ...rulesEndpoints,
  ...announcementsEndpoints,
  ...transferEndpoints,
  ...searchEndpoints,
  ...beginningsEndpoints,
  ...apiDocsEndpoints,
} as const;

/** Name of a call, used in code and as operation id in the OpenAPI document. */
export type EndpointName = keyof typeof endpoints;
