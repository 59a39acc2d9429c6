import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnderApi } from './headers.ts';
import type { Methods } from './methods.ts';
import type { Pages } from './pages.ts';
import { sendProblem } from './problems.ts';

/**
 * Handles unmatched requests: below `/api` with a problem document for any method, otherwise with a
 * page.
 */
export function answerTheRest(
  app: FastifyInstance,
  { methods, pages }: { methods: Methods; pages: Pages },
): void {
  app.setNotFoundHandler(async (request, reply) =>
    isUnderApi(request.url) ? answerUnknownCall(methods, request, reply) : pages(request, reply),
  );
}

/** Responds with 405 and `Allow` if the path is known with other methods, otherwise with 404. */
function answerUnknownCall(
  methods: Methods,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const allowed = methods(request.url.split('?', 1)[0] ?? '');
  // A path of the table can still miss its route if a part is longer than any id.
  if (allowed.length === 0 || allowed.includes(request.method))
    return sendProblem(reply, request.id, { code: 'not_found' });
  return sendProblem(reply.header('allow', allowed.join(', ')), request.id, {
    code: 'method_not_allowed',
  });
}
