import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '@longhand/contract';
import { refuse } from '../platform/refusal.ts';
import { withoutUsernames } from './guest-answers.ts';
import { readKey, type Idempotency } from './idempotency.ts';
import type { Session } from './session.ts';

/** Dependencies of the responses. */
export type AnswerOnceDeps = {
  idempotency: Idempotency;
  /**
   * True if a user may not read the object in a call's path, so that its response is not replayed.
   */
  isHiddenFrom: (
    userId: string,
    named: { kind: 'projects' | 'documents'; id: string },
  ) => Promise<boolean>;
};

/** A response: its status and its body, or null without one. `replayed`: it was sent before. */
export type EndpointResponse = { status: number; body: string | null; replayed: boolean };

/** A call whose response is asked for, with the session of its caller. */
export type AskedCall = {
  endpoint: Endpoint;
  request: FastifyRequest;
  session: Session | null;
};

/**
 * Runs the handler of a call, or replays the response to an earlier request with the same key.
 *
 * @param answer runs the handler
 */
export async function answerOnce(
  deps: AnswerOnceDeps,
  { endpoint, request, session }: AskedCall,
  answer: () => Promise<unknown>,
): Promise<EndpointResponse> {
  const { method, status } = endpoint;
  const respond = async () => serialized(endpoint, await answer(), session);
  const repeatable =
    method === 'POST' && endpoint.repeatable !== false && endpoint.takes === undefined;
  const key = repeatable ? readKey(request.headers['idempotency-key']) : null;
  if (key === null) return { status, body: await respond(), replayed: false };
  const caller = session?.user.id ?? `address ${request.ip}`;
  const { url, body } = request;
  const repeated = await deps.idempotency({ caller, key, method, url, body }, async () => ({
    status,
    answer: await respond(),
  }));
  if (repeated.replayed && session !== null) await checkReplay(deps, session.user.id, url);
  return { status: repeated.status, body: repeated.answer, replayed: repeated.replayed };
}

/** Returns the body of a response, with the fields of the contract only. */
function serialized(endpoint: Endpoint, given: unknown, session: Session | null): string | null {
  if (endpoint.answer === null) return null;
  const parsed = endpoint.answer.parse(given);
  return JSON.stringify(session?.user.isGuest ? withoutUsernames(parsed) : parsed);
}

/** Refuses `not_found` if the user may not read the object in the path any more. */
async function checkReplay(
  { isHiddenFrom }: Pick<AnswerOnceDeps, 'isHiddenFrom'>,
  userId: string,
  url: string,
): Promise<void> {
  const named = /^\/api\/v1\/(projects|documents)\/([^/?]+)/.exec(url);
  if (named === null) return;
  const [, kind, id = ''] = named;
  if (await isHiddenFrom(userId, { kind: kind === 'projects' ? 'projects' : 'documents', id }))
    refuse('not_found');
}
