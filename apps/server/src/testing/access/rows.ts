import type { EndpointName } from '@longhand/contract';
import { accountRows } from './account.ts';
import { activityRows } from './activity.ts';
import { beginningsRows } from './beginnings.ts';
import { livesRows } from './lives.ts';
import { eventsRows } from './events.ts';
import { metricsRows } from './metrics.ts';
import { adminRows } from './admin.ts';
import { announcementsRows } from './announcements.ts';
import { erasuresRows } from './erasures.ts';
import { factorsRows } from './factors.ts';
import { filesRows } from './files.ts';
import { authorsRows } from './authors.ts';
import { authRows } from './auth.ts';
import { changesSinceVisitRows } from './changes-since-visit.ts';
import { collaboratorsRows } from './collaborators.ts';
import { commentsRows } from './comments.ts';
import { apiDocsRows } from './api-docs.ts';
import { documentsRows } from './documents.ts';
import { groupsRows } from './groups.ts';
import { identitiesRows } from './identities.ts';
import { invitationsRows } from './invitations.ts';
import { messagesRows } from './messages.ts';
import { passwordsRows } from './passwords.ts';
import { projectsRows } from './projects.ts';
import type { Row } from './row.ts';
import { brandingRows } from './branding.ts';
import { rulesRows } from './rules.ts';
import { transferRows } from './transfer.ts';
import { workingCopiesRows } from './working-copies.ts';
import { accessRequestsRows } from './access-requests.ts';
import { guestsRows } from './guests.ts';
import { notificationsRows } from './notifications.ts';
import { reviewsRows } from './reviews.ts';
import { scimRows } from './scim.ts';
import { searchRows } from './search.ts';
import { usersRows } from './users.ts';
import { versionsRows } from './versions.ts';

/**
 * Access rules of all endpoints: an endpoint without a row is a compile error and fails the test.
 */
export const rows: Record<EndpointName, Row> = {
  ...authRows,
  ...beginningsRows,
  ...usersRows,
  ...accountRows,
  ...erasuresRows,
  ...scimRows,
  ...projectsRows,
  ...documentsRows,
  ...collaboratorsRows,
  ...groupsRows,
  ...activityRows,
  ...livesRows,
  ...factorsRows,
  ...identitiesRows,
  ...invitationsRows,
  ...messagesRows,
  ...passwordsRows,
  ...versionsRows,
  ...authorsRows,
  ...changesSinceVisitRows,
  ...commentsRows,
  ...reviewsRows,
  ...notificationsRows,
  ...guestsRows,
  ...accessRequestsRows,
  ...workingCopiesRows,
  ...eventsRows,
  ...filesRows,
  ...metricsRows,
  ...adminRows,
  ...brandingRows,
  ...rulesRows,
  ...announcementsRows,
  ...transferRows,
  ...searchRows,
  ...apiDocsRows,
};
