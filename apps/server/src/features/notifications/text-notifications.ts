import { id } from '@longhand/contract';
import { membersOfMentioned } from '../../domain/groups.ts';
import type { SendTextNotifications } from '../../domain/text-notifications.ts';
import type { Notify } from '../../domain/notify.ts';

/** Removes values that are not ids, because a text may mention anything. */
const ids = (mentioned: readonly string[]): string[] =>
  mentioned.filter((each) => id.safeParse(each).success);

/**
 * Creates {@link SendTextNotifications}: to users mentioned in texts, and to authors of decided
 * suggestions.
 */
export function createSendTextNotifications(notify: Notify): SendTextNotifications {
  return async (trx, { documentId, mentions, decisions }) => {
    const document = await trx
      .selectFrom('documents')
      .select(['title', 'project_id as projectId'])
      .where('id', '=', documentId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (document === undefined) return;
    const { title, projectId } = document;
    const about = { projectId, documentId };
    for (const actorId of new Set(mentions.map(({ by }) => by))) {
      const mentioned = ids(
        mentions.filter(({ by }) => by === actorId).map(({ userId }) => userId),
      );
      const members = await membersOfMentioned(trx, documentId, { ids: mentioned });
      const userIds = [...new Set([...mentioned, ...members])].filter(
        (userId) => userId !== actorId,
      );
      await notify(trx, {
        ...about,
        kind: 'mention',
        type: 'document.mentioned',
        actorId,
        data: { title },
        userIds,
      });
    }
    for (const { author, by, accepted, rejected } of decisions) {
      const data = { title, accepted, rejected };
      const userIds = ids([author]);
      await notify(trx, {
        ...about,
        kind: 'decision',
        type: 'suggestions.decided',
        actorId: by,
        data,
        userIds,
      });
    }
  };
}
