import { limits } from '@longhand/contract';
import { z } from 'zod';
import { bytes, count } from './setting-types.ts';
import { setting } from './setting.ts';

/** Limits of the HTTP API. */
export const httpLimits = z.object({
  loginFailures: setting(
    'LIMIT_LOGIN_FAILURES',
    10,
    count,
    'Failed sign-ins per account in 15 minutes; after that, one more per minute.',
  ),
  loginAttempts: setting(
    'LIMIT_LOGIN_ATTEMPTS',
    200,
    count,
    'Sign-in attempts per IP address in 15 minutes.',
  ),
  registrations: setting(
    'LIMIT_REGISTRATIONS',
    300,
    count,
    'Registrations per IP address and hour.',
  ),
  messages: setting(
    'LIMIT_MESSAGES',
    60,
    count,
    'Messages (contact, demo request, newsletter) per IP address and hour.',
  ),
  messagesPerAddress: setting(
    'LIMIT_MESSAGES_PER_ADDRESS',
    5,
    count,
    'Such messages, and confirmation mails, per mail address and hour.',
  ),
  passwordResets: setting(
    'LIMIT_PASSWORD_RESETS',
    5,
    count,
    'Password reset links per mail address and hour.',
  ),
  invitations: setting(
    'LIMIT_INVITATIONS',
    100,
    count,
    'Invitations by mail per user and hour. Each mail address receives at most LIMIT_MESSAGES_PER_ADDRESS of them.',
  ),
  addressLookUps: setting(
    'LIMIT_ADDRESS_LOOK_UPS',
    60,
    count,
    'Look-ups of accounts by mail address per user and hour, to share something or to change the own address.',
  ),
  mailedNotifications: setting(
    'LIMIT_MAILED_NOTIFICATIONS',
    12,
    count,
    'Notification mails per user and hour. Further notifications wait and are sent together.',
  ),
  demos: setting('LIMIT_DEMOS', 30, count, 'Demo workspaces per IP address and hour.'),
  csrfTokens: setting('LIMIT_CSRF_TOKENS', 600, count, 'CSRF tokens per IP address and minute.'),
  calls: setting(
    'LIMIT_CALLS',
    1_200,
    count,
    'Other calls per session and minute; without a session, per IP address.',
  ),
  jsonBytes: setting(
    'LIMIT_JSON_BYTES',
    limits.jsonBodyMax,
    bytes,
    'Maximum size of a JSON body, in bytes.',
  ),
});

/** Limits of the live channel, and thresholds of compaction. */
export const liveLimits = z.object({
  updateBytes: setting(
    'MAX_UPDATE_BYTES',
    limits.updateBytesMax,
    bytes,
    'Maximum size of a frame of the live channel, in bytes.',
  ),
  awarenessBytes: setting(
    'LIMIT_AWARENESS_BYTES',
    limits.awarenessBytesMax,
    bytes,
    'Maximum size of a presence state (cursor, selection), in bytes.',
  ),
  waitingUpdates: setting(
    'LIMIT_WAITING_UPDATES',
    limits.waitingUpdatesMax,
    count,
    'Maximum number of updates of one live connection that wait for their commit.',
  ),
  waitingBytes: setting(
    'LIMIT_WAITING_BYTES',
    limits.waitingBytesMax,
    bytes,
    'Maximum size of the updates of one live connection that wait for their commit, in bytes.',
  ),
  connections: setting(
    'LIMIT_CONNECTIONS',
    limits.connectionsPerSessionAndDocument,
    count,
    'Maximum number of live connections per session and document.',
  ),
  compactUpdates: setting(
    'COMPACT_UPDATES',
    1_000,
    count,
    'Number of updates after which the log of a document is compacted into its snapshot.',
  ),
  compactBytes: setting(
    'COMPACT_BYTES',
    65_536,
    bytes,
    'Size in bytes after which the log of a document is compacted into its snapshot.',
  ),
});
