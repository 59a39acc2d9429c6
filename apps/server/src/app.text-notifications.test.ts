import { afterAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { listNotifications } from './features/notifications/store.ts';
import { freshMentions, rememberedMentions } from './projections/text-notifications.ts';
import { documentSchema } from '@longhand/document';
import { Grammar, Replica } from '@longhand/text';
import {
  deleteParagraphs,
  openLiveHost,
  suggestWords,
  type OpenPage,
  type Writer,
} from './live.testing.ts';

const host = await openLiveHost();
const [ada, ben, eve] = await host.people('ada', 'ben', 'eve');
afterAll(() => host.close());

/** Returns a user's notifications, newest first: actor, type and numbers of decisions. */
async function notificationsOf({ userId }: Writer): Promise<[string, string, unknown][]> {
  const { items } = await listNotifications(host.database.kysely, userId, {
    limit: 50,
    unread: false,
  });
  return items.map(({ actor, type, data: { accepted, rejected } }) => [
    actor.username,
    type,
    [accepted, rejected],
  ]);
}

const none = [undefined, undefined];
const grammar = new Grammar(documentSchema);

/** Decides on a suggestion and declares it, as a page does. */
function decide({ doc, link }: OpenPage, id: string, verdict: 'accept' | 'reject'): void {
  link.together(() => {
    link.declare({ verdict, ids: [id] });
    new Replica(doc, grammar, doc.clientID).decide({ verdict, ids: [id] });
  });
}

function name(page: OpenPage, { userId }: { userId: string }, words: string): void {
  const text = page.doc.getText('text');
  const mention = new Y.Map(Object.entries({ kind: 'mention', 'a.of': 'person', 'a.id': userId }));
  const end = text.length > 0 ? [{ retain: text.length }] : [];
  text.applyDelta([...end, { insert: new Y.Map() }, { insert: words }, { insert: mention }]);
}

test('notifies authors of decisions on their suggestions, aggregated per decider, but not of their own', async () => {
  const documentId = await host.document(ada, [
    [ben, 'editor'],
    [eve, 'reviewer'],
  ]);
  const page = await host.open(ada, documentId);
  page.write('One morning');
  await page.saved();
  const eves = await host.open(eve, documentId);
  await expect.poll(() => eves.text()).toContain('One morning');
  for (const id of ['it', 'rained', 'hard']) suggestWords(eves, eve, id);
  await eves.saved();
  const waiting = async (): Promise<number> => {
    const rows = await host.database.kysely
      .selectFrom('document_suggestions')
      .selectAll()
      .where('document_id', '=', documentId)
      .execute();
    return rows.reduce((sum, { count }) => sum + count, 0);
  };
  await expect.poll(waiting).toBe(3);
  const bens = await host.open(ben, documentId);
  await expect.poll(() => bens.text()).toContain('hard');
  decide(bens, 'it', 'accept');
  await bens.saved();
  await expect.poll(() => notificationsOf(eve)).toEqual([['ben', 'suggestions.decided', [1, 0]]]);
  decide(bens, 'rained', 'reject');
  await bens.saved();
  await expect.poll(() => notificationsOf(eve)).toEqual([['ben', 'suggestions.decided', [1, 1]]]);
  // Taking back a suggestion as its author does not notify any user.
  decide(eves, 'hard', 'reject');
  await eves.saved();
  await expect.poll(waiting).toBe(0);
  expect(await notificationsOf(eve)).toHaveLength(1);
  expect(await notificationsOf(ada)).toEqual([]);
  for (const each of [page, bens, eves]) each.link.close();
});

test('notifies a mentioned reader once, not the author, and not again if the mention is moved or restored', async () => {
  const documentId = await host.document(ada, [[ben, 'viewer']]);
  const page = await host.open(ada, documentId);
  name(page, ben, 'Ask ');
  name(page, ada, 'Or me, ');
  name(page, eve, 'Or ');
  name(page, { userId: 'nobody' }, 'Or ');
  await page.saved();
  const mine = async (): Promise<number> =>
    (await notificationsOf(ben)).filter(([, type]) => type === 'document.mentioned').length;
  await expect.poll(mine).toBe(1);
  expect((await notificationsOf(ben))[0]).toEqual(['ada', 'document.mentioned', none]);
  expect(
    (await notificationsOf(ada))
      .concat(await notificationsOf(eve))
      .filter(([, type]) => type === 'document.mentioned'),
  ).toEqual([]);
  const seq = async (): Promise<number> =>
    (
      await host.database.kysely
        .selectFrom('document_projections')
        .select('seq')
        .where('document_id', '=', documentId)
        .executeTakeFirst()
    )?.seq ?? 0;
  const counted = async (act: () => void): Promise<void> => {
    const before = await seq();
    act();
    await page.saved();
    await expect.poll(seq).toBeGreaterThan(before);
  };
  await counted(() => deleteParagraphs(page.doc, 0, 1));
  await counted(() => void name(page, ben, 'Ask '));
  expect(await mine()).toBe(1);
  // A further mention of the user notifies again only if the surrounding text differs.
  await counted(() => void name(page, ben, 'And thank '));
  await expect.poll(mine).toBe(2);
  page.link.close();
});

test('does not treat a moved or restored mention as new, and remembers deleted mentions', () => {
  const at = (clock: number, context: number, userId = 'b') => ({
    userId,
    unit: { client: 1, clock },
    context,
  });
  expect(freshMentions([], [at(1, 7)])).toEqual([at(1, 7)]);
  expect(freshMentions([at(1, 7)], [at(2, 8)])).toEqual([]);
  expect(freshMentions([at(1, 7)], [at(2, 8), at(3, 9)])).toEqual([at(3, 9)]);
  expect(freshMentions([at(1, 7)], [at(1, 7), at(2, 7, 'c')])).toEqual([at(2, 7, 'c')]);
  const remembered = rememberedMentions([at(1, 7)], []);
  expect(remembered).toEqual([{ ...at(1, 7), isGone: true }]);
  expect(freshMentions(remembered, [at(2, 7)])).toEqual([]);
  expect(freshMentions(remembered, [at(2, 8)])).toEqual([at(2, 8)]);
});
