import { z } from 'zod';
import { hintChannels, type Hints } from '../db/hints.ts';
import { logFailure } from '../db/log-failure.ts';
import type { AddCount, ShareCounts } from '../platform/count-sharing.ts';
import type { Logger } from '../platform/log.ts';

/** Time in which counts are batched before they are sent to other nodes (ms). */
const gatherFor = 100;

/** Maximum number of counts in one hint, each of at most 70 bytes. */
const countsOfOne = 100;

const hint = z.strictObject({
  from: z.string(),
  counts: z.array(z.tuple([z.string(), z.string(), z.int().min(-1_000).max(100_000)])),
});

/** Exchange of the counts of rate limits between the nodes on one database. */
export interface SharedCounts {
  /** Returns the exchange of one rate limit. Names are unique, keys have 22 characters. */
  of(name: string): ShareCounts;
}

/** Counts of a process that has no others beside it. */
export const unsharedCounts: SharedCounts = { of: () => () => () => undefined };

/**
 * Opens the {@link SharedCounts}. Counts are hints: while other nodes cannot be reached, each node
 * applies its rate limits to its own calls.
 *
 * @param nodeId id of this node, which ignores its own hints
 */
export function openSharedCounts(
  hints: Pick<Hints, 'listen' | 'send'>,
  nodeId: string,
  log: Logger,
): SharedCounts {
  const limits = new Map<string, AddCount>();
  let pending = new Map<string, readonly [name: string, key: string, count: number]>();

  function send(): void {
    const counts = [...pending.values()].filter(([, , count]) => count !== 0);
    pending = new Map();
    for (let at = 0; at < counts.length; at += countsOfOne) {
      const payload = JSON.stringify({ from: nodeId, counts: counts.slice(at, at + countsOfOne) });
      hints
        .send(hintChannels.counts, payload)
        .catch((error: unknown) =>
          logFailure(log, error, 'counts of rate limits could not be sent to other nodes'),
        );
    }
  }

  hints.listen(hintChannels.counts, {
    heard(payload) {
      try {
        const { from, counts } = hint.parse(JSON.parse(payload));
        if (from === nodeId) return;
        for (const [name, key, count] of counts) limits.get(name)?.(key, count);
      } catch (error) {
        log.warn({ err: error }, 'counts of another node could not be read');
      }
    },
    missed: () => undefined,
  });

  return {
    of: (name) => (add) => {
      limits.set(name, add);
      return (key, count) => {
        if (pending.size === 0) setTimeout(send, gatherFor).unref();
        const entry = `${name} ${key}`;
        const [, , before = 0] = pending.get(entry) ?? [];
        pending.set(entry, [name, key, before + count]);
      };
    },
  };
}
