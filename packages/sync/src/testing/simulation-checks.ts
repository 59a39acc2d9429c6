import { isStranded } from './simulation-quiet.ts';
import { hasLostEntries, type SimulatedWorld } from './simulation-world.ts';

/**
 * Checks the end of a simulation, after its faults have ended and all pages are equal: [SIM5] to
 * [SIM7], [SIM16].
 *
 * @returns the number of suggestions that pages decided
 * @throws if a rule is violated
 */
export function checkWorld(world: SimulatedWorld): number {
  const { server, pages, documents, onlyTokens } = world;
  const texts = new Map(documents.map((documentId) => [documentId, server.logText(documentId)]));
  checkOutboxes(world);
  for (const [documentId, text] of texts) checkAuthors(world, documentId, text);
  const decided = checkDecisions(world);
  pages.tokens.check(texts);
  if (onlyTokens) checkEdits(world, texts.get(documents[0]) ?? '');
  return decided;
}

/**
 * Checks that all outboxes are empty, except those of stranded pages. Of a document with such
 * pages, a token that is not on disk is in their outboxes: [SIM15].
 */
function checkOutboxes(world: SimulatedWorld): void {
  const { pages, disk } = world;
  const stranded = pages.list.filter((page) => isStranded(world, page));
  const devices = new Set(stranded.map(({ device }) => device));
  for (const device of pages.devices)
    if (device.size > 0 && !devices.has(device))
      throw new Error(`the outbox of ${device.user} is not empty`);
  for (const { documentId } of devices) {
    const isStored = (token: string): boolean => disk.record.mentions(documentId, token);
    const isKept = (token: string): boolean =>
      stranded.some(({ device }) => device.documentId === documentId && device.mentions(token));
    for (const token of pages.tokens.list)
      if (token.documentId === documentId && !token.isLost && !isStored(token.text))
        if (!isKept(token.text)) throw new Error(`${token.text} is neither stored nor kept`);
    pages.tokens.release(documentId, isStored);
  }
}

/** [SIM6]. After a restore, units may be recorded as those of the user who brought them back. */
function checkAuthors(
  { disk, pages, happened }: SimulatedWorld,
  documentId: string,
  text: string,
): void {
  if (text.includes('forged')) throw new Error('a user wrote in the name of another');
  if (hasLostEntries(happened)) return;
  for (const { authorship } of disk.record.appends(documentId))
    for (const { user, session, inserted } of authorship)
      for (const { client } of inserted) {
        const owner = pages.owners.get(client);
        // Server edits and the hostile client have client ids that no page has.
        const isElse = session === '' || user === 'mallory';
        if (owner === undefined ? !isElse : owner !== user)
          throw new Error(`words of ${owner} are said to be by ${user}`);
      }
}

/** [SIM7] Returns the number of decided suggestions. */
function checkDecisions({ disk, documents }: SimulatedWorld): number {
  let decided = 0;
  const appends = documents.flatMap((documentId) => disk.record.appends(documentId));
  for (const { user, verdict, suggestions } of appends.flatMap(({ decisions }) => decisions)) {
    decided += suggestions.length;
    if (suggestions.length === 0 || verdict !== 'reject' || user === 'mallory')
      throw new Error(
        `a decision that no page made: ${JSON.stringify({ user, verdict, suggestions })}`,
      );
    for (const { id, author } of suggestions)
      if (!id.startsWith(`${author} `)) throw new Error(`${id} is said to be by ${author}`);
  }
  return decided;
}

function checkEdits({ server, happened }: SimulatedWorld, text: string): void {
  const mayBeLost = hasLostEntries(happened);
  for (const [token, fate] of server.edited) {
    const count = text.split(token).length - 1;
    if (fate === 'lost') throw new Error(`${token} was said to be stored, and was not`);
    if (count > 1 || (fate === 'stored' && count === 0 && !mayBeLost))
      throw new Error(`${token} is there ${count} times`);
  }
}
