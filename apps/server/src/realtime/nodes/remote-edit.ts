import { deserialize, serialize } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import type { RefusalCode } from '@longhand/contract';
import type { Live } from '../../domain/live.ts';
import { Fault } from '../../platform/fault.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import { createNodeCheck, nodeHeader } from '../../http/senders.ts';
import { inSpan } from '../../platform/spans.ts';
import { currentLogIds, currentPlace } from '../../platform/work.ts';

/** Methods by which another node changes a document whose room this node has. */
export type RemoteMethods = Pick<Live, 'edit' | 'erase'>;

/** Name of a remote method. */
export type RemoteMethod = keyof RemoteMethods;

/**
 * Paths of the methods. Other arguments need another path: a node of an older version then responds
 * with 404, and the change is repeated.
 */
const paths = {
  edit: '/nodes/v1/edit',
  erase: '/nodes/v1/erase',
} as const satisfies Record<RemoteMethod, string>;

/** Maximum size of a call (bytes): the content of the largest document. */
const bytesMax = 256 * 1024 * 1024;

/** Time limit of a call (ms): a change may wait a second for unseen text, and for other changes. */
const answerWithin = 60_000;

type Arguments<Method extends RemoteMethod> = Parameters<RemoteMethods[Method]>;
type Result<Method extends RemoteMethod> = Awaited<ReturnType<RemoteMethods[Method]>>;

/** Response of the other node: the result, or how the change was refused. */
type Answer =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'refused'; readonly code: RefusalCode }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Changes a document at the node that has its room.
 *
 * @param at address of that node, and the secret of the nodes
 * @throws `Refusal` as the other node does, `Fault` if it cannot be reached or has not stored it
 */
export async function changeAt<Method extends RemoteMethod>(
  at: { readonly url: string; readonly secret: string },
  method: Method,
  given: Arguments<Method>,
): Promise<Result<Method>> {
  const about = { name: `${method} at another node`, kind: 'client' } as const;
  const body = serialize([...given]);
  const answer = await inSpan(about, () => call(at, paths[method], body));
  if (answer.kind === 'done') return answer.result as Result<Method>;
  if (answer.kind === 'refused') return refuse(answer.code);
  throw new Fault(answer.message);
}

async function call(
  { url, secret }: { readonly url: string; readonly secret: string },
  path: string,
  body: Buffer,
): Promise<Answer> {
  try {
    const response = await fetch(new URL(path, url), {
      method: 'POST',
      headers: {
        ...causeHeaders(),
        [nodeHeader]: secret,
        'content-type': 'application/octet-stream',
      },
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

/** Returns the headers by which the other node continues the request id and the trace. */
function causeHeaders(): Record<string, string> {
  const { requestId } = currentLogIds();
  const traceparent = currentPlace()?.header;
  return {
    ...(requestId !== undefined && { 'x-request-id': requestId }),
    ...(traceparent !== undefined && { traceparent }),
  };
}

/**
 * Serves changes by other nodes. Only calls with the shared secret are read.
 *
 * @param methods change a document on this node
 */
export async function serveChanges(
  app: FastifyInstance,
  secret: string,
  methods: RemoteMethods,
): Promise<void> {
  const isNode = createNodeCheck(secret);
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: bytesMax },
      (_request, body, done) => done(null, body),
    );
    scope.addHook('onRequest', async ({ headers }) => {
      if (!isNode(headers)) refuse('not_found');
    });
    for (const method of Object.keys(paths) as RemoteMethod[]) {
      const change = methods[method] as (...given: unknown[]) => Promise<unknown>;
      scope.post(paths[method], { bodyLimit: bytesMax }, async ({ body }, reply) => {
        const answer = await answerTo(body as Buffer, change);
        return reply
          .header('cache-control', 'no-store')
          .type('application/octet-stream')
          .send(serialize(answer));
      });
    }
  });
}

async function answerTo(
  body: Buffer,
  change: (...given: unknown[]) => Promise<unknown>,
): Promise<Answer> {
  try {
    return { kind: 'done', result: await change(...(deserialize(body) as unknown[])) };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', code: error.code };
    if (error instanceof Fault) return { kind: 'failed', message: error.message };
    throw error;
  }
}
