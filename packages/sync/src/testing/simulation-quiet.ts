import * as Y from 'yjs';
import { settle, type SimulatedWorld } from './simulation-world.ts';
import type { LinkState } from '../client/link-types.ts';
import { contentIn } from '../protocol/roots.ts';

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
 * After a restore, a page may be stranded: its outbox has changes that continue from text that only
 * the server had, and that nothing brings back. It never shows *saved*.
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

/**
 * True if all pages are connected and everything typed on them is saved, except those that are
 * stranded by a restore.
 */
function areQuiet({ happened, pages, disk: { record } }: SimulatedWorld): boolean {
  const others = pages.list.filter(({ link }) => !isSaved(link.state));
  if (others.length === 0) return true;
  if ((happened['restore'] ?? 0) === 0) return false;
  const stranded = others.every(
    ({ documentId, doc, link }) =>
      link.state.saved.kind === 'not_saved' &&
      record.validate(documentId, Y.encodeStateAsUpdate(doc)).kind === 'gap',
  );
  if (stranded) happened['stranded'] = others.length;
  return stranded;
}

const isSaved = ({ connected, saved }: LinkState): boolean => connected && saved.kind === 'saved';

/** Returns a description of a page that differs from the log; null if all are equal. */
function differenceIn({ documents, server, pages }: SimulatedWorld): string | null {
  for (const documentId of documents) {
    const text = server.logText(documentId);
    for (const page of pages.list) {
      if (page.documentId !== documentId) continue;
      const replica = contentIn(page.doc);
      if (replica !== text) return `${page.user} has\n${replica}\nand the log\n${text}`;
    }
  }
  return null;
}
