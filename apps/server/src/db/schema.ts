import type { AccessRequestsTables } from './tables/access-requests.ts';
import type { ActivityTables } from './tables/activity.ts';
import type { AdminTables } from './tables/admin.ts';
import type { BackupsTables } from './tables/backups.ts';
import type { BrandingTables } from './tables/branding.ts';
import type { CommentsTables } from './tables/comments.ts';
import type { DocumentsTables } from './tables/documents.ts';
import type { ErasuresTables } from './tables/erasures.ts';
import type { FactorsTables } from './tables/factors.ts';
import type { FilesTables } from './tables/files.ts';
import type { GroupsTables } from './tables/groups.ts';
import type { GuestsTables } from './tables/guests.ts';
import type { IdentitiesTables } from './tables/identities.ts';
import type { InvitationsTables } from './tables/invitations.ts';
import type { LiveTables } from './tables/live.ts';
import type { MailTables } from './tables/mail.ts';
import type { MessagesTables } from './tables/messages.ts';
import type { MetricsTables } from './tables/metrics.ts';
import type { NodesTables } from './tables/nodes.ts';
import type { NotificationsTables } from './tables/notifications.ts';
import type { PeopleTables } from './tables/people.ts';
import type { ProjectsTables } from './tables/projects.ts';
import type { ReviewsTables } from './tables/reviews.ts';
import type { TransferTables } from './tables/transfer.ts';
import type { ScimTables } from './tables/scim.ts';
import type { SearchTables } from './tables/search.ts';
import type { VersionsTables } from './tables/versions.ts';

/**
 * Row types of every table after all migrations. A test compares them with the migrated database.
 */
export type Schema = AccessRequestsTables &
  ActivityTables &
  AdminTables &
  BackupsTables &
  BrandingTables &
  CommentsTables &
  DocumentsTables &
  ErasuresTables &
  FactorsTables &
  FilesTables &
  GroupsTables &
  GuestsTables &
  IdentitiesTables &
  InvitationsTables &
  LiveTables &
  MailTables &
  MessagesTables &
  MetricsTables &
  NodesTables &
  NotificationsTables &
  PeopleTables &
  ProjectsTables &
  ReviewsTables &
  ScimTables &
  SearchTables &
  TransferTables &
  VersionsTables;
