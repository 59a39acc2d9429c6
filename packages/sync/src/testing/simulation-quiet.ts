import * as Y from 'yjs';
import { hasLostEntries, settle, type SimulatedWorld } from './simulation-world.ts';
import type { Page } from './simulation-pages.ts';
import type { LinkState } from '../client/link-types.ts';
import { contentIn, rootsIn } from '../protocol/roots.ts';

/**
 * Time within which all pages have everything after the faults end (ms). A connection on which a
 * frame was lost is replaced after 35 s of silence, and the one after it too if the server did not
 * notice the first break.
 */
const quietWithin = 120_000;

/** Time between two comparisons of all replicas (ms): they take long. */
const comparedEvery = 1_000;

/**
 * Ends the faults and lets time pass, until all pages are saved and equal. No page is reloaded and
 * no connection is broken: pages have only their own timers. [SIM18]
 *
 * After a restore, pages may be stranded: see {@link isStranded}.
 *
 * @throws if they are not within {@link quietWithin}
 */
export async function becomeQuiet(world: SimulatedWorld): Promise<void> {
  const { wire, disk, clock, pages } = world;
  wire.slow(false);
  for (const device of pages.devices) device.repair();
  const began = clock.now();
  let comparedAt = began;
  while (clock.now() - began < quietWithin) {
    const moved = wire.deliver();
    disk.step();
    await settle();
    if (!moved && !disk.isBusy()) clock.advance(500);
    await settle();
    pages.prove();
    disk.record.verify();
    if (clock.now() - comparedAt < comparedEvery) continue;
    comparedAt = clock.now();
    if (areQuiet(world) && differenceIn(world) === null) return;
  }
  const states = pages.list.map(({ user, documentId, link, device }) => ({
    user,
    documentId,
    ...link.state,
    kept: device.size,
  }));
  throw new Error(`not quiet: ${differenceIn(world) ?? ''} ${JSON.stringify(states)}`);
}

/** True if all pages are connected and saved, except those that are stranded by a restore. */
function areQuiet(world: SimulatedWorld): boolean {
  const { happened, pages } = world;
  const others = pages.list.filter(({ link }) => !isSaved(link.state));
  if (!others.every((page) => isStranded(world, page))) return false;
  if (others.length > 0) happened['stranded'] = others.length;
  return true;
}

/**
 * True for a page that can never send all of its outbox: after a restore, updates in it continue
 * from lost text. Its mark says *not saved*, and it has sent everything else.
 */
export function isStranded(
  { happened, disk }: SimulatedWorld,
  { documentId, link }: Page,
): boolean {
  const isLost = (update: Uint8Array): boolean =>
    disk.record.validate(documentId, update).kind === 'gap';
  return (
    hasLostEntries(happened) &&
    link.state.saved.kind === 'not_saved' &&
    link.pendingUpdates().every(isLost)
  );
}

const isSaved = ({ connected, saved }: LinkState): boolean => connected && saved.kind === 'saved';

/**
 * Returns a description of a page that differs from the log with the updates of its outbox; null if
 * all are equal.
 */
function differenceIn(world: SimulatedWorld): string | null {
  const { documents, server, pages, disk } = world;
  for (const documentId of documents) {
    const text = server.logText(documentId);
    for (const page of pages.list) {
      if (page.documentId !== documentId) continue;
      const replica = contentIn(page.doc);
      const unsent = page.link.pendingUpdates();
      const expected =
        unsent.length === 0 ? text : textOf([...disk.record.bytes(documentId), ...unsent]);
      if (replica !== expected) return `${page.user} has\n${replica}\nand the log\n${expected}`;
    }
  }
  return null;
}

/** Returns the text of updates, of which some may continue from missing text. */
function textOf(updates: readonly Uint8Array[]): string {
  const doc = new Y.Doc();
  rootsIn(doc);
  doc.transact(() => {
    for (const update of updates) Y.applyUpdate(doc, update);
  });
  return contentIn(doc);
}
