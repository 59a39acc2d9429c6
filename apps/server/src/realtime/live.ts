import { closeCodes } from '@longhand/sync/protocol';
import type { Live } from '../domain/live.ts';
import type { Gateway } from './gateway.ts';
import type { Admitted } from './open-connections.ts';
import type { Texts } from './texts.ts';

/**
 * Creates the {@link Live} of one process. `recheck` checks the rights of a connection again.
 * `settle` is that of the update log.
 */
export function createLive({
  gateway,
  texts,
  settle,
  recheck,
}: {
  gateway: Gateway;
  texts: Texts;
  settle: Live['settle'];
  recheck: (entry: Admitted) => Promise<void>;
}): Live {
  return {
    rightsChanged(change) {
      gateway.doubt();
      const affected = gateway.connections(affectedBy(change));
      for (const entry of affected) void recheck(entry);
    },
    sessionEnded(change) {
      gateway.doubt();
      const affected = gateway.connections(({ connection: { visitor } }) =>
        'sessionId' in change
          ? visitor.session === change.sessionId
          : visitor.user === change.userId && visitor.session !== change.exceptSessionId,
      );
      for (const { connection } of affected) connection.close(closeCodes.notSignedIn, 'signed out');
    },
    settle,
    readContent: texts.readContent,
    readState: texts.readState,
    contentOf: texts.contentOf,
    differences: texts.differences,
    compareCopy: texts.compareCopy,
    mergeCopy: texts.mergeCopy,
    edit: texts.edit,
    erase: texts.erase,
    eraseState: texts.eraseState,
  };
}

/**
 * Returns a predicate for the connections whose rights must be checked again. The documents of a
 * project and those inside a document are unknown here, so all connections of the user match.
 */
function affectedBy(change: Parameters<Live['rightsChanged']>[0]): (entry: Admitted) => boolean {
  if ('documentIds' in change) {
    const documentIds = new Set(change.documentIds);
    return (entry) => documentIds.has(entry.documentId);
  }
  if ('userIds' in change) {
    const userIds = new Set(change.userIds);
    return ({ connection }) => userIds.has(connection.visitor.user);
  }
  const { userId } = change;
  return ({ connection }) => connection.visitor.user === userId;
}
