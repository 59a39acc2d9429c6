import { closeCodes } from '@longhand/sync/protocol';
import type { Logger } from '../platform/log.ts';
import type { Admitted } from './open-connections.ts';
import type { Visitors } from './visitors.ts';
import { logFailure } from '../db/log-failure.ts';

/**
 * Creates the check of a connection's current rights. Reading stops meanwhile, so that no update is
 * judged by the old role. Of two concurrent checks, the later one wins.
 */
export function createRightsCheck({
  visitors,
  log,
}: {
  visitors: Pick<Visitors, 'rights'>;
  log: Logger;
}): (entry: Admitted) => Promise<void> {
  const newestCheck = new WeakMap<Admitted, symbol>();

  return async (entry) => {
    const { connection, documentId } = entry;
    const check = Symbol('check');
    newestCheck.set(entry, check);
    entry.socket.hold('rights');
    try {
      const rights = await visitors.rights(connection.visitor.user, documentId);
      if (newestCheck.get(entry) !== check) return;
      if (rights.kind === 'refused') return connection.close(rights.code, rights.reason);
      connection.setRole(rights.role, rights.right);
      entry.socket.release('rights');
    } catch (error) {
      // Rights are unknown without the database: the page reconnects and is checked again.
      logFailure(log, error, 'rights could not be checked', { documentId });
      connection.close(closeCodes.tryAgain, 'your rights could not be checked; try again');
    }
  };
}
