import { z } from 'zod';
import { hintChannels, type Hints } from '../../db/hints.ts';
import { logFailure } from '../../db/log-failure.ts';
import type { Live } from '../../domain/live.ts';
import type { Logger } from '../../platform/log.ts';

/** Maximum number of ids in one hint, each of at most 39 bytes. */
const idsOfOne = 100;

/** Delays before an announcement that failed is repeated (ms). */
const retryAfter = [100, 500, 2_000, 10_000];

const change = z.union([
  z.strictObject({
    rights: z.union([
      z.strictObject({ documentIds: z.array(z.string()) }),
      z.strictObject({ userIds: z.array(z.string()) }),
      z.strictObject({
        userId: z.string(),
        projectId: z.string().exactOptional(),
        documentId: z.string().exactOptional(),
      }),
    ]),
  }),
  z.strictObject({
    session: z.union([
      z.strictObject({ sessionId: z.string() }),
      z.strictObject({ userId: z.string(), exceptSessionId: z.string().exactOptional() }),
    ]),
  }),
]);
type Change =
  | { readonly rights: Parameters<Live['rightsChanged']>[0] }
  | { readonly session: Parameters<Live['sessionEnded']>[0] };

const announcement = z.strictObject({ from: z.string(), change });

/** Changes of rights that concern connections of any node. */
export type RightsChanges = Pick<Live, 'rightsChanged' | 'sessionEnded'>;

/** Dependencies of {@link openRightsAnnouncements}. */
export type RightsAnnouncementsDeps = {
  readonly nodeId: string;
  readonly hints: Pick<Hints, 'listen' | 'send'>;
  readonly log: Logger;
  /** The connections of this node. */
  readonly here: RightsChanges;
  /** Called when announcements of other nodes may have been missed. */
  readonly missed: () => void;
};

/** Applies changes of rights to the connections of this node and of all others. */
export function openRightsAnnouncements(deps: RightsAnnouncementsDeps): RightsChanges {
  const { nodeId, hints, log, here, missed } = deps;
  let connects = 0;
  hints.listen(hintChannels.rights, {
    heard: (payload) => hear(payload, deps),
    missed() {
      connects += 1;
      if (connects > 1) missed();
    },
  });
  const announce = (made: Change): void => {
    const payload = JSON.stringify({ from: nodeId, change: made });
    void publish(hints, payload).catch((error: unknown) =>
      logFailure(log, error, 'a change of rights could not be announced to other nodes'),
    );
  };
  return {
    rightsChanged(made) {
      here.rightsChanged(made);
      for (const rights of inPieces(made)) announce({ rights });
    },
    sessionEnded(session) {
      here.sessionEnded(session);
      announce({ session });
    },
  };
}

function inPieces(
  made: Parameters<Live['rightsChanged']>[0],
): Parameters<Live['rightsChanged']>[0][] {
  if ('documentIds' in made) return piecesOf(made.documentIds, (documentIds) => ({ documentIds }));
  if ('userIds' in made) return piecesOf(made.userIds, (userIds) => ({ userIds }));
  return [made];
}

function piecesOf<Piece>(ids: readonly string[], make: (ids: readonly string[]) => Piece): Piece[] {
  return Array.from({ length: Math.ceil(ids.length / idsOfOne) }, (_, piece) =>
    make(ids.slice(piece * idsOfOne, (piece + 1) * idsOfOne)),
  );
}

async function publish(hints: Pick<Hints, 'send'>, payload: string): Promise<void> {
  for (const delay of [...retryAfter, null]) {
    try {
      return await hints.send(hintChannels.rights, payload);
    } catch (error) {
      if (delay === null) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay).unref());
    }
  }
}

function hear(payload: string, { nodeId, here, log }: RightsAnnouncementsDeps): void {
  try {
    const { from, change: made } = announcement.parse(JSON.parse(payload));
    if (from === nodeId) return;
    if ('rights' in made) here.rightsChanged(made.rights);
    else here.sessionEnded(made.session);
  } catch (error) {
    log.warn({ err: error }, 'an announcement of another node could not be read');
  }
}
