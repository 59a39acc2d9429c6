import { beforeEach, describe, expect, test } from 'vitest';
import type * as Y from 'yjs';
import {
  begin,
  change,
  clients,
  log,
  openDesk,
  removeEntry,
  send,
  stored,
  suggest,
  suggestDeletion,
} from '../testing/reviewed-room.ts';
import { contentIn, rootsIn } from '../protocol/roots.ts';

beforeEach(openDesk);

describe('a declared decision', () => {
  const accepting = (units: [number, number, number][]) => (doc: Y.Doc) =>
    rootsIn(doc).suggestions.push([{ kind: 'accepted', units }]);
  const robs = (clock: number, length: number): [number, number, number] => [
    clients.rob + 1,
    clock,
    length,
  ];
  const decisions = () =>
    log
      .decisions('document')
      .map(({ user, verdict, suggestions }) => ({ user, verdict, suggestions }));

  test('is stored with its update, the authors of its suggestions and whether they are decided in part', async () => {
    await begin();
    const first = await suggest('rob', 'abc');
    const part = change('eve', accepting([robs(0, 1)]), 'edit');
    expect(await send('eve', part, { verdict: 'accept', ids: [first] })).toBeNull();
    const rest = change('eve', (doc) => rootsIn(doc).text.delete(2, 2), 'edit');
    expect(await send('eve', rest, { verdict: 'reject', ids: [first] })).toBeNull();
    const second = await suggestDeletion('ann', 3);
    const third = await suggestDeletion('rob', 4);
    const both = change(
      'eve',
      (doc) => {
        for (const id of [second, third])
          removeEntry(doc, (entry) => entry['kind'] === 'delete' && entry['id'] === id);
        rootsIn(doc).text.delete(3, 2);
      },
      'edit',
    );
    expect(await send('eve', both, { verdict: 'accept', ids: [second, third] })).toBeNull();
    expect(decisions()).toEqual([
      { user: 'eve', verdict: 'accept', suggestions: [{ id: first, author: 'rob', isPart: true }] },
      {
        user: 'eve',
        verdict: 'reject',
        suggestions: [{ id: first, author: 'rob', isPart: false }],
      },
      {
        user: 'eve',
        verdict: 'accept',
        suggestions: [
          { id: second, author: 'ann', isPart: false },
          { id: third, author: 'rob', isPart: false },
        ],
      },
    ]);
  });

  test('[DEC1] of a reviewer may only reject their own suggestions', async () => {
    await begin();
    const id = await suggest('rob', 'abc');
    const hers = await suggestDeletion('ann', 2);
    const remove = (doc: Y.Doc): void => rootsIn(doc).text.delete(1, 3);
    expect(await send('rob', change('rob', remove), { verdict: 'accept', ids: [id] })).toMatch(
      /^untrue_decision/,
    );
    expect(
      await send('rob', change('rob', remove), { verdict: 'reject', ids: [id, hers] }),
    ).toMatch(/^untrue_decision/);
    expect(await send('rob', change('rob', remove), { verdict: 'reject', ids: [id] })).toBeNull();
    expect(decisions()).toEqual([
      { user: 'rob', verdict: 'reject', suggestions: [{ id, author: 'rob', isPart: false }] },
    ]);
  });

  test('[DEC2] omits a suggestion that was never announced, so that it cannot trap reviewers', async () => {
    await begin();
    const update = change('eve', (doc) => rootsIn(doc).text.insert(1, 'x'), 'edit');
    expect(await send('rob', update, { verdict: 'reject', ids: ['none'] })).not.toBeNull();
    expect(await send('eve', update, { verdict: 'accept', ids: ['none'] })).toBeNull();
    expect(contentIn(stored())).toContain('x');
    expect(decisions()).toEqual([]);
  });

  test('[DEC3] is refused when the update contradicts its verdict', async () => {
    await begin();
    const inserted = await suggest('rob', 'abc');
    const accept = change('eve', accepting([robs(0, 3)]), 'edit');
    expect(await send('eve', accept, { verdict: 'reject', ids: [inserted] })).toMatch(
      /^untrue_decision/,
    );
    expect(await send('eve', accept, { verdict: 'accept', ids: [inserted] })).toBeNull();
    const undo = change(
      'eve',
      (doc) => removeEntry(doc, ({ kind }) => kind === 'accepted'),
      'edit',
    );
    expect(await send('eve', undo, { verdict: 'accept', ids: [inserted] })).not.toBeNull();
    expect(decisions()).toHaveLength(1);
  });

  test('[DEC5] omits a suggestion that the update does not treat according to the verdict', async () => {
    await begin();
    // Both updates delete an insertion, and carry out a suggested deletion.
    const bothDeleted = async (verdict: 'accept' | 'reject', clock: number) => {
      const [inserted, deleted] = [
        await suggest('rob', 'abc'),
        await suggestDeletion('ann', clock),
      ];
      const update = change(
        'eve',
        (doc) => {
          removeEntry(doc, ({ kind }) => kind === 'delete');
          rootsIn(doc).text.delete(1, 4);
        },
        'edit',
      );
      expect(await send('eve', update, { verdict, ids: [inserted, deleted] })).toBeNull();
      return { inserted, deleted };
    };
    const { deleted } = await bothDeleted('accept', 2);
    const { inserted } = await bothDeleted('reject', 3);
    expect(contentIn(stored())).toContain('["rds"');
    expect(decisions()).toEqual([
      {
        user: 'eve',
        verdict: 'accept',
        suggestions: [{ id: deleted, author: 'ann', isPart: false }],
      },
      {
        user: 'eve',
        verdict: 'reject',
        suggestions: [{ id: inserted, author: 'rob', isPart: false }],
      },
    ]);
  });

  test('[DEC5] is not recorded when a deletion it accepts was withdrawn meanwhile, but its update is stored', async () => {
    for (const isWithdrawn of [false, true]) {
      openDesk();
      await begin();
      const id = await suggest('rob', 'abc');
      const hers = await suggestDeletion('ann', 1, clients.rob + 1);
      const removeHers = (doc: Y.Doc): void =>
        removeEntry(doc, (entry) => entry['kind'] === 'delete' && entry['id'] === hers);
      const both = change(
        'eve',
        (doc) => {
          removeHers(doc);
          accepting([robs(0, 1), robs(2, 1)])(doc);
          rootsIn(doc).text.delete(2, 1);
        },
        'edit',
      );
      const withdraw = change('ann', removeHers);
      if (isWithdrawn)
        expect(await send('ann', withdraw, { verdict: 'reject', ids: [hers] })).toBeNull();
      expect(await send('eve', both, { verdict: 'accept', ids: [id, hers] })).toBeNull();
      expect(contentIn(stored())).toContain('acwords');
      const ofAnn = { id: hers, author: 'ann', isPart: false };
      expect(decisions()).toEqual([
        isWithdrawn
          ? { user: 'ann', verdict: 'reject', suggestions: [ofAnn] }
          : {
              user: 'eve',
              verdict: 'accept',
              suggestions: [{ id, author: 'rob', isPart: false }, ofAnn],
            },
      ]);
    }
  });

  test('[DEC4] is not recorded for suggestions that the update does not carry out', async () => {
    await begin();
    const [one, other] = [await suggest('rob', 'abc'), await suggest('rob', 'de')];
    const update = change('eve', accepting([robs(0, 3)]), 'edit');
    expect(await send('eve', update, { verdict: 'accept', ids: [one, other] })).toBeNull();
    const nothing = change('eve', (doc) => rootsIn(doc).text.insert(1, 'x'), 'edit');
    expect(await send('eve', nothing, { verdict: 'accept', ids: [other] })).toBeNull();
    expect(decisions()).toEqual([
      { user: 'eve', verdict: 'accept', suggestions: [{ id: one, author: 'rob', isPart: false }] },
    ]);
  });

  test('omits suggestions decided by another user meanwhile, and is partial for one that has grown', async () => {
    await begin();
    const id = await suggest('rob', 'abc');
    const base = stored();
    const [eves, toms] = (['eve', 'tom'] as const).map((name) =>
      change(name, accepting([robs(0, 3)]), 'edit', base),
    );
    const more = change('rob', (doc) => rootsIn(doc).text.insert(4, 'de'));
    expect(await send('rob', more)).toBeNull();
    expect(await send('eve', eves as Uint8Array, { verdict: 'accept', ids: [id] })).toBeNull();
    expect(decisions()).toEqual([
      { user: 'eve', verdict: 'accept', suggestions: [{ id, author: 'rob', isPart: true }] },
    ]);
    const rest = change('eve', (doc) => rootsIn(doc).text.delete(4, 2), 'edit');
    expect(await send('eve', rest, { verdict: 'reject', ids: [id] })).toBeNull();
    expect(await send('tom', toms as Uint8Array, { verdict: 'accept', ids: [id] })).toBeNull();
    expect(decisions().map(({ user, verdict }) => [user, verdict])).toEqual([
      ['eve', 'accept'],
      ['eve', 'reject'],
    ]);
  });

  test('is stored once, even when it is sent repeatedly', async () => {
    await begin();
    const id = await suggest('rob', 'abc');
    const update = change('eve', accepting([robs(0, 3)]), 'edit');
    for (let i = 0; i < 3; i += 1)
      expect(await send('eve', update, { verdict: 'accept', ids: [id] })).toBeNull();
    expect(decisions()).toHaveLength(1);
  });
});
