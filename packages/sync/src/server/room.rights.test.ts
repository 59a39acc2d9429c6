import { beforeEach, describe, expect, test } from 'vitest';
import type * as Y from 'yjs';
import { resumeFrame, syncFrame } from '../protocol/frame.ts';
import {
  begin,
  change,
  clients,
  join,
  log,
  openDesk,
  removeEntry,
  rooms,
  send,
  stored,
  suggest,
  suggestDeletion,
} from '../testing/reviewed-room.ts';
import { frames, settle } from '../testing/peers.ts';
import { buildDoc } from './compact.ts';
import { contentIn, rootsIn } from '../protocol/roots.ts';
import { addBlock } from '../testing/random-edit.ts';

beforeEach(openDesk);

const reviewer = 'not_a_suggestion: a reviewer may only suggest changes';

describe('the permissions of a reviewer', () => {
  test('a suggestion is stored, and still belongs to its author when the room is opened again', async () => {
    await begin();
    await suggest('rob', 'more ');
    expect(contentIn(stored())).toContain('more words');
    await rooms.close();
    expect(log.history('document')).toHaveLength(2);
    const peer = await join('ann');
    peer.connection.receive(resumeFrame(0, 0, new Uint8Array([0])));
    await settle();
    const reopened = buildDoc(frames(peer, 'state')[0]?.updates ?? []);
    expect(contentIn(reopened)).toContain('more words');
    const withdraw = (name: 'ann' | 'rob'): Uint8Array =>
      change(name, (doc) => rootsIn(doc).text.delete(1, 5));
    expect(await send('ann', withdraw('ann'))).toBe(reviewer);
    expect(await send('rob', withdraw('rob'))).toBeNull();
    expect(contentIn(stored())).not.toContain('more');
  });

  test('[RGT1] a suggestion can only be announced by its author, even for an editor', async () => {
    await begin();
    const about = (by: string) => (doc: Y.Doc) =>
      rootsIn(doc).suggestions.push([{ kind: 'about', id: 'x', by, at: 1 }]);
    expect(await send('rob', change('rob', about('ann')))).toBe(reviewer);
    expect(await send('eve', change('eve', about('rob'), 'edit'))).toBe(
      'not_a_suggestion: a suggestion of another person',
    );
    expect(await send('ann', change('ann', about('ann')))).toBeNull();
    expect(await send('rob', change('rob', about('rob')))).toBe(reviewer);
  });

  test('[RGT2] entries of a reviewer refer to their own suggestions, and those of an editor to any', async () => {
    await begin();
    const id = await suggest('ann', 'hers');
    const entry = (value: object) => (doc: Y.Doc) => rootsIn(doc).suggestions.push([value]);
    const units = [[clients.eve, 1, 1]];
    for (const value of [
      { kind: 'delete', id, units },
      { kind: 'change', id, units, set: { kind: 'heading' } },
      { kind: 'insert', id, client: clients.rob + 1, clock: 0 },
      { kind: 'delete', id: 'nobody’s', units },
      { kind: 'accepted', units: [[clients.ann + 1, 0, 1]] },
    ])
      expect(await send('rob', change('rob', entry(value))), JSON.stringify(value)).toBe(reviewer);
    const mine = await suggest('rob', 'his');
    const foreign = { kind: 'insert', id: mine, client: clients.ann + 1, clock: 0 };
    expect(await send('rob', change('rob', entry(foreign)))).toBe(reviewer);
    expect(
      await send('eve', change('eve', entry({ kind: 'delete', id, units }), 'edit')),
    ).toBeNull();
    expect(
      await send('eve', change('eve', entry({ kind: 'delete', id: 'x', units }), 'edit')),
    ).toBeNull();
  });

  test('[RGT3], [RGT4] a reviewer can neither write under an editing client id nor set a format', async () => {
    await begin();
    expect(
      await send(
        'rob',
        change('rob', (doc) => rootsIn(doc).text.insert(1, 'x'), 'edit'),
      ),
    ).toBe(reviewer);
    expect(
      await send(
        'rob',
        change('rob', (doc) => rootsIn(doc).text.format(1, 2, { bold: {} })),
      ),
    ).toBe(reviewer);
  });

  test('[RGT5], [RGT6] a reviewer can only set values of new markers and create containers with their own client id', async () => {
    await begin();
    const setKind = (doc: Y.Doc): void =>
      (rootsIn(doc).text.toDelta() as { insert: Y.Map<unknown> }[])[0]?.insert.set(
        'kind',
        'heading',
      ) as void;
    expect(await send('rob', change('rob', setKind))).toBe(reviewer);
    const container = (id: string) => (doc: Y.Doc) =>
      void rootsIn(doc).containers.set(id, { kind: 'blockquote' });
    expect(await send('eve', change('eve', container('a.0'), 'edit'))).toBeNull();
    for (const id of ['a.0', 'zz.1', 'l.0/kind'])
      expect(await send('rob', change('rob', container(id))), id).toBe(reviewer);
    const own = `${(clients.rob + 1).toString(36)}.0`;
    const update = change('rob', (doc) => {
      container(own)(doc);
      addBlock(doc, 0, 'suggested');
    });
    expect(await send('rob', update)).toBeNull();
    expect(await send('rob', change('rob', container(own)))).toBe(reviewer);
    const deleted = `${(clients.rob + 1).toString(36)}.1`;
    const setAndDelete = change('rob', (doc) => {
      container(deleted)(doc);
      rootsIn(doc).containers.delete(deleted);
    });
    expect(await send('rob', setAndDelete)).toBeNull();
    expect(await send('rob', change('rob', container(deleted)))).toBe(reviewer);
  });

  test('[RGT7] a reviewer can only delete units of their own suggestions that were not accepted', async () => {
    await begin();
    await suggest('ann', 'hers');
    expect(
      await send(
        'rob',
        change('rob', (doc) => rootsIn(doc).text.delete(1, 2)),
      ),
    ).toBe(reviewer);
    await suggest('rob', 'his');
    expect(
      await send(
        'rob',
        change('rob', (doc) => rootsIn(doc).text.delete(4, 1)),
      ),
    ).toBe(reviewer);
    expect(
      await send(
        'rob',
        change('rob', (doc) => rootsIn(doc).text.delete(1, 1)),
      ),
    ).toBeNull();
    const accepted = { kind: 'accepted', units: [[clients.rob + 1, 1, 1]] };
    expect(
      await send(
        'eve',
        change('eve', (doc) => rootsIn(doc).suggestions.push([accepted]), 'edit'),
      ),
    ).toBeNull();
    expect(
      await send(
        'rob',
        change('rob', (doc) => rootsIn(doc).text.delete(1, 1)),
      ),
    ).toBe(reviewer);
    expect(
      await send(
        'rob',
        change('rob', (doc) => rootsIn(doc).text.delete(2, 1)),
      ),
    ).toBeNull();
  });

  test('[RGT8] a reviewer can only delete entries of their own suggestions, and no announcement', async () => {
    await begin();
    const hers = await suggestDeletion('ann', 2);
    const mine = await suggestDeletion('rob', 3);
    const remove = (kind: string, id: string): Uint8Array =>
      change('rob', (doc) =>
        removeEntry(doc, (entry) => entry['kind'] === kind && entry['id'] === id),
      );
    expect(await send('rob', remove('delete', hers))).toBe(reviewer);
    expect(await send('rob', remove('about', mine))).toBe(reviewer);
    expect(await send('rob', remove('delete', mine))).toBeNull();
  });

  test('[RGT9] deletions of formats and values by a reviewer are left out', async () => {
    await begin();
    expect(
      await send(
        'eve',
        change('eve', (doc) => rootsIn(doc).text.format(1, 2, { bold: {} }), 'edit'),
      ),
    ).toBeNull();
    const before = log.history('document').length;
    // The format begins after the marker, its value, and the five characters.
    const tidied = Uint8Array.of(0, 1, clients.eve, 1, 7, 1);
    expect(await send('rob', tidied)).toBeNull();
    expect(log.history('document')).toHaveLength(before);
  });

  test('[RGT10] copied units must belong to the sender, and those of a reviewer to their own suggestions', async () => {
    await begin();
    await suggest('ann', 'hers');
    await suggest('rob', 'his');
    const copy = (client: number, from: [number, number, number]) => (doc: Y.Doc) =>
      rootsIn(doc).suggestions.push([{ kind: 'copy', client, clock: 0, from }]);
    const hers: [number, number, number] = [clients.ann + 1, 0, 1];
    const his: [number, number, number] = [clients.rob + 1, 0, 1];
    for (const [client, from] of [
      [clients.rob, his],
      [clients.rob + 1, hers],
      [clients.ann + 1, hers],
    ] as const)
      expect(await send('rob', change('rob', copy(client, [...from])))).toBe(reviewer);
    expect(await send('rob', change('rob', copy(clients.rob + 1, his)))).toBeNull();
    expect(await send('eve', change('eve', copy(clients.ann + 1, his), 'edit'))).toBe(
      'not_a_suggestion: copies by another person',
    );
    expect(await send('eve', change('eve', copy(clients.eve, hers), 'edit'))).toBeNull();
  });

  test('an update is checked by the right of its sender on arrival, also for stock clients', async () => {
    await begin();
    const { connection, sent } = await join('rob', false);
    connection.receive(
      syncFrame.step2(change('rob', (doc) => rootsIn(doc).text.insert(1, 'x'), 'edit')),
    );
    await settle();
    expect(contentIn(stored())).not.toContain('x');
    connection.receive(syncFrame.update(change('rob', (doc) => rootsIn(doc).text.insert(1, 'y'))));
    await settle();
    expect(contentIn(stored())).toContain('ywords');
    connection.setRole('editor', 'write');
    connection.receive(
      syncFrame.update(change('rob', (doc) => rootsIn(doc).text.insert(1, 'z'), 'edit')),
    );
    await settle();
    expect(contentIn(stored())).toContain('zywords');
    expect(sent.length).toBeGreaterThan(0);
  });
});
