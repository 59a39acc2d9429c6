import { beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { readServerFrame, recoveryFrame } from '../protocol/frame.ts';
import { contentIn, rootsIn } from '../protocol/roots.ts';
import { settle } from '../testing/peers.ts';
import {
  begin,
  change,
  join,
  log,
  openDesk,
  rooms,
  send,
  stored,
  suggest,
  type Name,
} from '../testing/reviewed-room.ts';

beforeEach(openDesk);

/** Sends an update as a recovery over a new connection. Returns the reason of its refusal. */
async function recover(name: Name, update: Uint8Array): Promise<string | null> {
  const { connection, sent } = await join(name);
  connection.receive(recoveryFrame(1, 1, update));
  await settle();
  connection.closed();
  for (const frame of sent.map(readServerFrame))
    if (frame.type === 'notice' && frame.notice.kind === 'refused')
      return `${frame.notice.reason}: ${frame.notice.detail}`;
  return null;
}

/** Restores the first entries of the log as a backup, in a new epoch. */
async function restore(entries: number): Promise<void> {
  await rooms.close();
  log.restore('document', entries, true);
}

test('[REC5] a suggestion that was lost is brought back by an editor, and still belongs to its author', async () => {
  await begin();
  await suggest('rob', 'more ');
  const whole = Y.encodeStateAsUpdate(stored());
  await restore(1);
  expect(contentIn(stored())).not.toContain('more');
  expect(await recover('eve', whole)).toBeNull();
  expect(contentIn(stored())).toContain('more');
  const withdraw = (name: Name): Uint8Array =>
    change(name, (doc) => rootsIn(doc).text.delete(1, 5));
  expect(await send('ann', withdraw('ann'))).toBe(
    'not_a_suggestion: a reviewer may only suggest changes',
  );
  expect(await send('rob', withdraw('rob'))).toBeNull();
  expect(contentIn(stored())).not.toContain('more');
});

test('[REC5] an editor cannot announce a suggestion of another user under an own client id', async () => {
  await begin();
  await restore(1);
  const forged = change(
    'eve',
    (doc) => rootsIn(doc).suggestions.push([{ kind: 'about', id: 'x', by: 'rob', at: 1 }]),
    'edit',
  );
  expect(await recover('eve', forged)).toBe('not_a_suggestion: a suggestion of another person');
});

test('[REC3] a reviewer brings back own suggestions, and nothing of others', async () => {
  await begin();
  await suggest('rob', 'mine ');
  const own = Y.encodeStateAsUpdate(stored());
  await suggest('ann', 'hers ');
  const both = Y.encodeStateAsUpdate(stored());
  await restore(2);
  expect(await recover('rob', both)).toMatch(/^recovery: /);
  await restore(1);
  expect(await recover('rob', own)).toBeNull();
  expect(contentIn(stored())).toContain('mine');
  expect(contentIn(stored())).not.toContain('hers');
});
