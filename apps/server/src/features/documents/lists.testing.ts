import { expect } from 'vitest';
import type { Member } from '../../app.testing.ts';

/** Returns the ids of the first hundred entries of a list, as a member reads it. */
export async function idsIn(member: Member, list: string): Promise<string[]> {
  const answer = await member.call(
    'GET',
    `/api/v1/${list}${list.includes('?') ? '&' : '?'}limit=100`,
  );
  expect(answer.status).toBe(200);
  return answer.body.items.map(({ id }) => id);
}
