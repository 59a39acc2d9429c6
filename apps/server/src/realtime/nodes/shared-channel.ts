import type { FastifyInstance } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hints } from '../../db/hints.ts';
import type { Live } from '../../domain/live.ts';
import { Fault } from '../../platform/fault.ts';
import type { Logger } from '../../platform/log.ts';
import { openRightsAnnouncements } from './announcements.ts';
import type { NodeEvents, Nodes } from './nodes.ts';
import { changeAt, serveChanges, type RemoteMethod, type RemoteMethods } from './remote-edit.ts';

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
  readonly live: Pick<Live, 'rightsChanged' | 'sessionEnded' | 'edit' | 'erase'>;
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
  { log, missed, ...events }: SharedChannelEvents,
): SharedChannel {
  const rights = openRightsAnnouncements({
    nodeId: nodes.id,
    hints,
    log,
    here,
    missed,
  });

  /** Calls a method at the node that has the room. Its first argument is the document. */
  async function anywhere<Method extends RemoteMethod>(
    method: Method,
    given: Parameters<RemoteMethods[Method]>,
    callHere: () => ReturnType<RemoteMethods[Method]>,
  ): Promise<Awaited<ReturnType<RemoteMethods[Method]>>> {
    for (let tries = 1; ; tries += 1) {
      const owner = await nodes.claim(given[0]);
      if (owner.kind === 'here') return await callHere();
      try {
        return await changeAt({ url: owner.url, secret }, method, given);
      } catch (error) {
        if (!(error instanceof Fault) || tries === triesMax) throw error;
        await sleep(retryAfter);
      }
    }
  }

  async function requireHere(documentId: string): Promise<void> {
    const owner = await nodes.claim(documentId);
    if (owner.kind === 'elsewhere') throw new Fault('Another node has the document');
  }

  const methodsHere: RemoteMethods = {
    async edit(documentId, change) {
      await requireHere(documentId);
      return here.edit(documentId, change);
    },
    async erase(documentId, erasing) {
      await requireHere(documentId);
      return here.erase(documentId, erasing);
    },
  };

  return {
    live: {
      rightsChanged: rights.rightsChanged,
      sessionEnded: rights.sessionEnded,
      edit: (...given) => anywhere('edit', given, () => here.edit(...given)),
      erase: (...given) => anywhere('erase', given, () => here.erase(...given)),
    },
    serve: (app) => serveChanges(app, secret, methodsHere),
    join: (url) => nodes.start(url, events),
    stop: () => nodes.stop(),
  };
}
