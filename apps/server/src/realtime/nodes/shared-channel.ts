import type { FastifyInstance } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hints } from '../../db/hints.ts';
import type { Live } from '../../domain/live.ts';
import { Fault } from '../../platform/fault.ts';
import type { Logger } from '../../platform/log.ts';
import { openRightsAnnouncements } from './announcements.ts';
import type { NodeEvents, Nodes } from './nodes.ts';
import { editAt, serveEdits } from './remote-edit.ts';

/** Dependencies of a live channel that is shared with other nodes. */
export type Sharing = {
  readonly nodes: Nodes;
  readonly hints: Pick<Hints, 'listen' | 'send'>;
  /** Secret that all nodes share. */
  readonly secret: string;
};

/** The live channel of one of several nodes. */
export type SharedChannel = {
  /** Methods that concern other nodes, too. */
  readonly live: Pick<Live, 'rightsChanged' | 'sessionEnded' | 'edit'>;
  /** Serves calls of other nodes. */
  serve(app: FastifyInstance): Promise<void>;
  /** Registers this node. `url`: its address for other nodes. */
  join(url: string): Promise<void>;
  /** Gives all documents up. Called when all rooms are closed. */
  stop(): Promise<void>;
};

/** Receivers of what concerns the connections of this node. */
export type SharedChannelEvents = {
  readonly log: Logger;
  /** Called when changes of rights by other nodes may have been missed. */
  readonly missed: () => void;
} & NodeEvents;

/** Number of times that a change looks for the node of its document. */
const triesMax = 4;

/** Delay before a change looks for the node again (ms). */
const retryAfter = 1_500;

/**
 * Shares the live channel of this node with the others: changes of rights reach the connections of
 * all nodes, and a document is changed by the node that has its room.
 *
 * @param here the live channel of this node
 */
export function openSharedChannel(
  here: SharedChannel['live'],
  { nodes, hints, secret }: Sharing,
  { log, missed, lost, isolated }: SharedChannelEvents,
): SharedChannel {
  const rights = openRightsAnnouncements({
    nodeId: nodes.id,
    hints,
    log,
    here,
    missed,
  });

  const edit: Live['edit'] = async (documentId, change) => {
    for (let tries = 1; ; tries += 1) {
      const owner = await nodes.claim(documentId);
      if (owner.kind === 'here') return here.edit(documentId, change);
      try {
        return await editAt(owner.url, secret, [documentId, change]);
      } catch (error) {
        if (!(error instanceof Fault) || tries === triesMax) throw error;
        await sleep(retryAfter);
      }
    }
  };

  const editHere: Live['edit'] = async (documentId, change) => {
    const owner = await nodes.claim(documentId);
    if (owner.kind === 'elsewhere') throw new Fault('Another node has the document');
    return here.edit(documentId, change);
  };

  return {
    live: { rightsChanged: rights.rightsChanged, sessionEnded: rights.sessionEnded, edit },
    serve: (app) => serveEdits(app, secret, editHere),
    join: (url) => nodes.start(url, { lost, isolated }),
    stop: () => nodes.stop(),
  };
}
