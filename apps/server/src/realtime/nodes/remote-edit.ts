import { deserialize, serialize } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import type { RefusalCode } from '@longhand/contract';
import type { Live } from '../../domain/live.ts';
import { Fault } from '../../platform/fault.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import { hashOf } from '../../platform/secrets.ts';

/**
 * Path of the call by which another node changes a document whose room this node has. Other
 * arguments need another path: a node of an older version then responds with 404, and the change is
 * repeated.
 */
const path = '/nodes/v1/edit';

/** Header with the secret that all nodes share. */
const secretHeader = 'x-longhand-node';

/** Maximum size of a call (bytes): the content of the largest document. */
const bytesMax = 256 * 1024 * 1024;

/** Time limit of a call (ms): a change may wait a second for unseen text, and for other changes. */
const answerWithin = 60_000;

type Arguments = Parameters<Live['edit']>;
type Result = Awaited<ReturnType<Live['edit']>>;

/** Response of the other node: the result, or how the change was refused. */
type Answer =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'refused'; readonly code: RefusalCode }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Changes a document at the node that has its room.
 *
 * @param url address of that node
 * @throws `Refusal` as the other node does, `Fault` if it cannot be reached or has not stored it
 */
export async function editAt(
  url: string,
  secret: string,
  [documentId, change]: Arguments,
): Promise<Result> {
  const answer = await call(url, secret, serialize([documentId, change]));
  if (answer.kind === 'done') return answer.result;
  if (answer.kind === 'refused') return refuse(answer.code);
  throw new Fault(answer.message);
}

async function call(url: string, secret: string, body: Buffer): Promise<Answer> {
  try {
    const response = await fetch(new URL(path, url), {
      method: 'POST',
      headers: { [secretHeader]: secret, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(body),
      signal: AbortSignal.timeout(answerWithin),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!response.ok) throw new Error(`it answered with status ${response.status}`);
    return deserialize(bytes) as Answer;
  } catch (error) {
    throw new Fault('The node that has the document cannot be reached', { cause: error });
  }
}

/**
 * Serves changes by other nodes. Only calls with the shared secret are read.
 *
 * @param edit changes a document on this node
 */
export async function serveEdits(
  app: FastifyInstance,
  secret: string,
  edit: Live['edit'],
): Promise<void> {
  const expected = hashOf(secret);
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: bytesMax },
      (_request, body, done) => done(null, body),
    );
    scope.addHook('onRequest', async ({ headers }) => {
      const given = headers[secretHeader];
      if (typeof given !== 'string' || !timingSafeEqual(hashOf(given), expected))
        refuse('not_found');
    });
    scope.post(path, { bodyLimit: bytesMax }, async ({ body }, reply) => {
      const answer = await answerTo(body as Buffer, edit);
      return reply
        .header('cache-control', 'no-store')
        .type('application/octet-stream')
        .send(serialize(answer));
    });
  });
}

async function answerTo(body: Buffer, edit: Live['edit']): Promise<Answer> {
  try {
    return { kind: 'done', result: await edit(...(deserialize(body) as Arguments)) };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', code: error.code };
    if (error instanceof Fault) return { kind: 'failed', message: error.message };
    throw error;
  }
}
