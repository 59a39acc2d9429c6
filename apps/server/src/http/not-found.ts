import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnderApi } from './headers.ts';
import type { Methods } from './methods.ts';
import type { Pages } from './pages.ts';
import { sendProblem } from './problems.ts';

/** Answers what no route took: under `/api` with a problem, whatever the method, and everywhere else with a page. */
export function answerTheRest(app: FastifyInstance, { methods, pages }: { methods: Methods; pages: Pages }): void {
  app.setNotFoundHandler(async (request, reply) =>
    isUnderApi(request.url) ? answerUnknownCall(methods, request, reply) : pages(request, reply),
  );
}

/** 405 with `Allow` where the path is known with other methods, else 404. */
function answerUnknownCall(methods: Methods, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const allowed = methods(request.url.split('?', 1)[0] ?? '');
  // A path that the table knows can still miss its route, when a part of it is longer than any id.
  if (allowed.length === 0 || allowed.includes(request.method)) return sendProblem(reply, request.id, { code: 'not_found' });
  return sendProblem(reply.header('allow', allowed.join(', ')), request.id, { code: 'method_not_allowed' });
}
