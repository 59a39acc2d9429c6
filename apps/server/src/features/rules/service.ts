import { sql, type Kysely } from 'kysely';
import type { ServerRules } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import type { Audit } from '../../domain/audit.ts';
import { endAllLinks, shortenLinks } from '../../domain/guest-links.ts';
import type { Live } from '../../domain/live.ts';
import { readRules, writeRules } from '../../db/rules.ts';
import type { Clock } from '../../platform/clock.ts';

/** Dependencies of the rules. */
export type RulesDeps = { db: Kysely<Schema>; clock: Clock; live: Live; audit: Audit };

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Changes the rules, and applies shorter times to present sessions and guest links. Guest links end
 * if the rules forbid them; their guests are disconnected. Users who now lack a second factor are
 * disconnected from documents; their sessions go on. Each changed rule is audited.
 */
export async function setRules(
  deps: RulesDeps,
  callerId: string,
  rules: ServerRules,
): Promise<ServerRules> {
  const { db, clock, live, audit } = deps;
  const ended = await db.transaction().execute(async (trx) => {
    // Locks the row, or prevents a second insertion, until the commit.
    const before = await readRules(trx);
    await writeRules(trx, rules, { userId: callerId, now: clock.now() });
    for (const name of Object.keys(rules) as (keyof ServerRules)[])
      if (before[name] !== rules[name])
        await audit(trx, {
          action: 'rule.changed',
          actorId: callerId,
          data: { rule: name, from: before[name], to: rules[name] },
        });
    await shortenSessions(trx, rules);
    const lacking = await listLacking(trx, rules.secondFactor);
    if (!rules.guestLinks) return [...lacking, ...(await endAllLinks(trx, deps, callerId))];
    await shortenLinks(trx, rules.guestLinkDays * dayMs);
    return lacking;
  });
  for (const userId of ended) live.sessionEnded({ userId });
  return readRules(db);
}

/** Ends present sessions at the time at which the rules end them. */
async function shortenSessions(
  trx: Kysely<Schema>,
  { sessionDays, sessionMaxDays }: ServerRules,
): Promise<void> {
  const unused = sql`last_seen_at + ${sessionDays} * interval '1 day'`;
  const latest =
    sessionMaxDays === null
      ? sql`'infinity'`
      : sql`created_at + ${sessionMaxDays} * interval '1 day'`;
  await sql`update sessions set expires_at = least(expires_at, ${unused}, ${latest})`.execute(trx);
}

/** Returns the signed-in users who lack the second factor that the rules require. */
async function listLacking(
  trx: Kysely<Schema>,
  rule: ServerRules['secondFactor'],
): Promise<string[]> {
  if (rule === 'optional') return [];
  const rows = await trx
    .selectFrom('users as u')
    .innerJoin('sessions as s', 's.user_id', 'u.id')
    .select('u.id')
    .distinct()
    .where('u.has_second_factor', '=', false)
    .where('u.is_guest', '=', false)
    .where('u.demo_until', 'is', null)
    .$if(rule === 'administrators', (query) => query.where('u.is_admin', '=', true))
    .execute();
  return rows.map(({ id }) => id);
}
