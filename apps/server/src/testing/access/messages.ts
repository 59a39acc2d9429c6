import type { messagesEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

let sent = 0;

/** Returns an unused address: each address may send a few times per hour. */
function newAddress(): string {
  sent += 1;
  return `visitor${sent}@example.org`;
}

/**
 * Messages are written by all and read by administrators only. An invalid token returns 404 to
 * every caller.
 */
export const messagesRows: Rows<typeof messagesEndpoints> = {
  sendMessage: {
    of: 'anyone',
    status: 202,
    body: () => ({
      name: 'A visitor',
      email: newAddress(),
      subject: 'A question',
      message: 'Is it open?',
    }),
  },
  subscribe: { of: 'anyone', status: 202, body: () => ({ email: newAddress() }) },
  confirmSubscription: { of: 'anyone', status: 404, body: () => ({ token: 'none' }) },
  unsubscribe: { of: 'anyone', status: 404, body: () => ({ token: 'none' }) },
  listMessages: { of: 'administrator', status: 200 },
  exportMessages: { of: 'administrator', status: 200 },
  listOutbox: { of: 'administrator', status: 200 },
  testMail: { of: 'administrator', status: 200 },
};
