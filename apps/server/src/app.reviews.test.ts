import { afterAll, describe, expect, test } from 'vitest';
import type { NewReview, Review, VerdictOnReview } from '@longhand/contract';
import { createSaveVersion } from './features/versions/saving.ts';
import { listVersions, readVersion, restoreVersion } from './features/versions/service.ts';
import { getPresented } from './features/documents/presented.ts';
import * as reviews from './features/reviews/service.ts';
import { openLiveHost, type Writer } from './live.testing.ts';

const host = await openLiveHost();
const deps = { ...host.deps, saveVersion: createSaveVersion(host.deps) };
const names = ['ada', 'ben', 'cyd', 'vera', 'eve'];
const [ada, ben, cy, vera, eve] = await Promise.all(names.map((name) => host.person(name)));
afterAll(() => host.close());

const people = () => [ada, ben, cy, vera, eve] as [Writer, Writer, Writer, Writer, Writer];

/** Creates a document of ada's with a reviewer, an editor and a viewer, and some text. */
async function newDocument(): Promise<string> {
  const [owner, reviewer, editor, viewer] = people();
  const documentId = await host.document(owner, [
    [reviewer, 'reviewer'],
    [editor, 'editor'],
    [viewer, 'viewer'],
  ]);
  await write(documentId, 'It was a dark night.');
  return documentId;
}

async function write(documentId: string, text: string): Promise<void> {
  const page = await host.open(people()[0], documentId);
  page.write(text);
  await page.saved();
  page.link.close();
  await host.live.settle(documentId);
}

function ask(documentId: string, given: Partial<NewReview> = {}): Promise<Review> {
  const [owner, reviewer, editor] = people();
  const reviewerIds = [reviewer.userId, editor.userId];
  return reviews.askForReview(deps, owner.userId, { documentId, reviewerIds, ...given });
}

function answer(
  who: Writer,
  { id, documentId }: Review,
  verdict: VerdictOnReview,
  words?: string,
): Promise<Review> {
  const said = words === undefined ? { verdict } : { verdict, words };
  return reviews.answerReview(deps, who.userId, { documentId, reviewId: id, answer: said });
}

const verdicts = ({ reviewers }: Review) =>
  reviewers.map(({ verdict, isOutdated }) => (isOutdated ? 'outdated' : verdict));
const waitingOf = async (who: Writer, documentId: string) =>
  (await reviews.listWaiting(deps, who.userId, { limit: 100 })).items.filter(
    (item) => item.documentId === documentId,
  );
const documentOf = (documentId: string) =>
  host.database.kysely
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow();
const typesOf = async (documentId: string) =>
  (
    await host.database.kysely
      .selectFrom('activities')
      .select('type')
      .where('document_id', '=', documentId)
      .where('type', '!=', 'document.edited')
      .orderBy('id')
      .execute()
  ).map(({ type }) => type);

describe('a review round', () => {
  test('waits for each reviewer, then creates a named version and locks the document when all have approved', async () => {
    const [owner, reviewer, editor, viewer] = people();
    const documentId = await newDocument();
    const round = await ask(documentId, {
      message: 'Is it ready?',
      dueOn: '2099-12-01',
      locks: true,
    });
    expect(round).toMatchObject({
      state: 'open',
      message: 'Is it ready?',
      dueOn: '2099-12-01',
      locks: true,
      laterEdits: 'reset',
    });
    const text = 'It was a dark night.';
    const { content } = await readVersion(host.deps, reviewer.userId, {
      documentId,
      versionId: round.versionId,
      format: 'text',
      compare: undefined,
    });
    expect(content).toBe(text);
    expect(await host.live.readContent(documentId, 'text')).toBe(text);
    expect((await documentOf(documentId)).status).toBe('in_review');
    expect(await waitingOf(reviewer, documentId)).toMatchObject([
      { reviewId: round.id, dueOn: '2099-12-01', isAgain: false },
    ]);
    expect([await waitingOf(owner, documentId), await waitingOf(viewer, documentId)]).toEqual([
      [],
      [],
    ]);

    expect(verdicts(await answer(reviewer, round, 'approved', 'Well said.'))).toEqual([
      'approved',
      null,
    ]);
    expect(await waitingOf(reviewer, documentId)).toEqual([]);
    const page = await host.open(editor, documentId);
    const done = await answer(editor, round, 'approved_with_changes');
    expect(done).toMatchObject({ state: 'approved' });
    const newest = (await listVersions(deps, owner.userId, { documentId, limit: 1 })).items[0];
    expect(newest).toMatchObject({
      id: done.approvedVersionId,
      kind: 'approval',
      name: expect.stringMatching(/^Approved, /),
    });
    const { status, locked_at: lockedAt } = await documentOf(documentId);
    expect([status, lockedAt !== null]).toEqual(['approved', true]);

    // The open page becomes read-only: text typed in it is not stored.
    await expect.poll(() => page.link.state.right).toBe('read');
    page.write('Too late.');
    await page.link.flush(200);
    expect(await host.live.readContent(documentId, 'text')).toBe(text);
    page.link.close();
    const back = restoreVersion(host.deps, owner, { documentId, versionId: round.versionId });
    await expect(back).rejects.toMatchObject({ code: 'locked' });
    await expect(ask(documentId)).rejects.toMatchObject({ code: 'locked' });
    expect(await typesOf(documentId)).toEqual([
      'document.status_changed',
      'review.asked',
      'review.answered',
      'review.answered',
      'document.status_changed',
      'review.approved',
      'document.locked',
    ]);
  });

  test('asks reviewers again after edits if laterEdits is reset, and keeps their approvals if it is keep', async () => {
    const [, reviewer, editor] = people();
    for (const laterEdits of ['reset', 'keep'] as const) {
      const documentId = await newDocument();
      const round = await ask(documentId, { laterEdits });
      await answer(reviewer, round, 'approved');
      await write(documentId, 'And stormy.');
      const [seen] = (await reviews.listReviews(deps, reviewer.userId, { documentId, limit: 1 }))
        .items;
      expect(verdicts(seen as Review)).toEqual([
        laterEdits === 'reset' ? 'outdated' : 'approved',
        null,
      ]);
      expect((await waitingOf(reviewer, documentId)).map(({ isAgain }) => isAgain)).toEqual(
        laterEdits === 'reset' ? [true] : [],
      );
      const after = await answer(editor, round, 'approved');
      expect(after.state).toBe(laterEdits === 'reset' ? 'open' : 'approved');
      if (laterEdits === 'reset')
        expect((await answer(reviewer, round, 'approved')).state).toBe('approved');
      expect((await documentOf(documentId)).locked_at).toBeNull();
      const shown = () => getPresented(host.database.kysely, reviewer.userId, documentId);
      expect(await shown()).toMatchObject({ status: 'approved', isEditedSinceApproval: false });
      await write(documentId, 'One more line.');
      expect(await shown()).toMatchObject({ status: 'approved', isEditedSinceApproval: true });
    }
  });

  test('stays open while a reviewer requests work, and ends when the last reviewer without approval is removed', async () => {
    const [owner, reviewer, editor, viewer] = people();
    const documentId = await newDocument();
    const round = await ask(documentId);
    await answer(reviewer, round, 'approved');
    expect((await answer(editor, round, 'work_needed', 'The end is missing.')).state).toBe('open');
    const change = (who: Writer, body: object) =>
      reviews.changeReview(deps, who.userId, { documentId, reviewId: round.id, change: body });
    await expect(change(reviewer, { message: 'x' })).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(change(owner, { reviewerIds: [viewer.userId] })).rejects.toMatchObject({
      code: 'cannot_review',
    });
    expect(await change(owner, { message: 'Please', dueOn: null })).toMatchObject({
      message: 'Please',
      dueOn: null,
      state: 'open',
    });
    expect((await change(owner, { reviewerIds: [reviewer.userId] })).state).toBe('approved');
  });

  test('allows one reminder in twelve hours, and can be ended or cancelled only once', async () => {
    const [owner, reviewer] = people();
    const documentId = await newDocument();
    const round = await ask(documentId);
    const one = { documentId, reviewId: round.id };
    await expect(reviews.remind(deps, reviewer.userId, one)).rejects.toMatchObject({
      code: 'not_allowed',
    });
    await reviews.remind(deps, owner.userId, one);
    const remindAfter = (hours: number) => {
      const clock = { ...deps.clock, now: () => deps.clock.now() + hours * 3_600_000 };
      return reviews.remind({ ...deps, clock }, owner.userId, one);
    };
    for (const hours of [0, 11])
      await expect(remindAfter(hours)).rejects.toMatchObject({ code: 'too_many' });
    await remindAfter(12);
    await expect(remindAfter(23)).rejects.toMatchObject({ code: 'too_many' });
    const reminders = (await typesOf(documentId)).filter((type) => type === 'review.reminded');
    expect(reminders).toHaveLength(2);
    expect((await reviews.endReview(deps, owner.userId, { ...one, as: 'cancelled' })).state).toBe(
      'cancelled',
    );
    await expect(
      reviews.endReview(deps, owner.userId, { ...one, as: 'ended' }),
    ).rejects.toMatchObject({ code: 'review_over' });
    await expect(answer(reviewer, round, 'approved')).rejects.toMatchObject({
      code: 'review_over',
    });
    expect(await waitingOf(reviewer, documentId)).toEqual([]);
    expect((await ask(documentId)).state).toBe('open');
  });
});

describe('invalid review requests and responses', () => {
  test('refuses ineligible reviewers, responses of other users, foreign versions and a second round', async () => {
    const [owner, reviewer, editor, viewer, stranger] = people();
    const [documentId, other] = [await newDocument(), await newDocument()];
    const round = await ask(documentId, { reviewerIds: [reviewer.userId] });
    await expect(ask(documentId)).rejects.toMatchObject({ code: 'review_open' });
    for (const userId of [viewer.userId, stranger.userId, crypto.randomUUID()])
      await expect(ask(other, { reviewerIds: [userId] })).rejects.toMatchObject({
        code: 'cannot_review',
      });
    await expect(ask(other, { versionId: round.versionId })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(answer(editor, round, 'approved')).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(answer(viewer, round, 'approved')).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(answer(stranger, round, 'approved')).rejects.toMatchObject({ code: 'not_found' });
    const elsewhere = reviews.endReview(deps, owner.userId, {
      documentId: other,
      reviewId: round.id,
      as: 'ended',
    });
    await expect(elsewhere).rejects.toMatchObject({ code: 'not_found' });
    expect((await documentOf(other)).status).toBe('draft');
  });

  test('refuses a due date in the past, when a review is requested and when it is changed', async () => {
    const [owner, reviewer] = people();
    const documentId = await newDocument();
    const past = {
      code: 'invalid',
      details: { errors: [{ path: 'dueOn', message: 'The due date is in the past' }] },
    };
    await expect(ask(documentId, { dueOn: '2020-01-01' })).rejects.toMatchObject(past);
    expect((await documentOf(documentId)).status).toBe('draft');
    const round = await ask(documentId, { reviewerIds: [reviewer.userId], dueOn: '2099-12-01' });
    const change = { dueOn: '2020-01-01' };
    const changed = reviews.changeReview(deps, owner.userId, {
      documentId,
      reviewId: round.id,
      change,
    });
    await expect(changed).rejects.toMatchObject(past);
  });

  test('begins only one round when two reviews are requested at once', async () => {
    const documentId = await newDocument();
    const asked = await Promise.allSettled([ask(documentId), ask(documentId)]);
    expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
