import { attacks, type Attack, type Honest } from './attack-corpus.ts';
import { deafSocket } from './simulation-server.ts';
import { hasLostEntries, settle, type SimulatedWorld } from './simulation-world.ts';
import { visitorOf } from './simulation-wire.ts';
import { awarenessFrame, recoveryFrame, syncFrame, writeFrame } from '../protocol/frame.ts';
import { connect } from '../server/connection.ts';
import { kinds, runsIn, type StructIndex } from '../server/struct-index.ts';

/**
 * Ways to send an attack. The first is left out after a restore: a recovery may then have units of
 * other users, and only their carets, which these pages do not send, protect them ([REC2]).
 */
const ways: readonly ((update: Uint8Array) => Uint8Array)[] = [
  (update) => recoveryFrame(1, 1, update),
  (update) => writeFrame(1, update),
  syncFrame.update,
  syncFrame.step2,
  awarenessFrame,
  (update) => update,
];

/**
 * Sends a frame of the attack corpus to a random document, as a user who may write with a client of
 * their own. Returns false if the document is empty. [SIM17]
 */
export async function attack(
  { documents, disk, server, wire, pages, happened }: SimulatedWorld,
  random: () => number,
): Promise<boolean> {
  const documentId = documents[Math.floor(random() * documents.length)] as string;
  const { record } = disk;
  const { index } = record.described(documentId);
  const owned = record.appends(documentId).flatMap(({ clients }) => clients);
  const honest = honestIn(index, new Set(owned.map(({ client }) => client)));
  if (honest === null) return false;
  const list = listOf(record, honest);
  const { name, update } = list[Math.floor(random() * list.length)] as Attack;
  const allowed = !hasLostEntries(happened) ? ways : ways.slice(1);
  const way = allowed[Math.floor(random() * allowed.length)] as (typeof ways)[number];
  const room = await server.open(documentId).catch(() => null);
  if (room === null) return false;
  await settle();
  const before = wire.connected();
  const connection = connect(room, visitorOf('mallory'), deafSocket, 'editor', 'write');
  connection.receive(way(update));
  await settle();
  connection.closed();
  const after = wire.connected();
  for (const cable of before)
    if (!after.has(cable)) record.violate(`“${name}” closed a connection of another user`);
  for (const { user, link } of pages.list)
    if (link.state.refused !== null) record.violate(`“${name}” made ${user} refused`);
  return true;
}

/** The attacks of each simulation: building them takes 10 ms. */
const lists = new WeakMap<object, readonly Attack[]>();

function listOf(world: object, honest: Honest): readonly Attack[] {
  const list = lists.get(world) ?? attacks(honest);
  lists.set(world, list);
  return list;
}

/**
 * Returns a client id of an honest user with a marker and a letter of it; null if the document has
 * none.
 */
function honestIn(index: StructIndex, owned: ReadonlySet<number>): Honest | null {
  for (const [client, structs] of index) {
    if (!owned.has(client)) continue;
    const runs = runsIn(structs, 0, structs.end);
    const marker = runs.find(({ kind }) => kind === kinds.marker);
    const letter = runs.find(({ kind }) => kind === kinds.letter);
    if (marker !== undefined && letter !== undefined)
      return {
        client,
        end: structs.end,
        marker: { client, clock: marker.from },
        letter: { client, clock: letter.from },
      };
  }
  return null;
}
