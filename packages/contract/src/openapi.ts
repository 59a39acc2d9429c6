import { z } from 'zod';
import { isForeign, needsRoom, type Endpoint } from './endpoint.ts';
import { exampleOf } from './example.ts';
import { problem } from './problem.ts';
import { refusals, type RefusalCode } from './refusals.ts';

type Json = Record<string, unknown>;

type SchemaOf = (schema: z.ZodType, io: 'input' | 'output') => Json;

/** Refusals that any call may return. */
const always: readonly RefusalCode[] = ['malformed', 'too_many', 'bug', 'not_ready'];
const withBody: readonly RefusalCode[] = ['too_large', 'wrong_type', 'invalid'];
const changing: readonly RefusalCode[] = ['csrf', 'cross_origin'];

/** Returns every refusal of `endpoint`: its own and those common to calls of its kind. */
export function refusalsOf(endpoint: Endpoint): RefusalCode[] {
  return [
    ...new Set([
      ...always,
      ...(endpoint.access === 'public' ? [] : (['not_signed_in'] as const)),
      ...(endpoint.access === 'public' || endpoint.unconfirmed
        ? []
        : (['email_unconfirmed'] as const)),
      ...(endpoint.access === 'administrator' ? (['administrators_only'] as const) : []),
      ...(endpoint.access === 'public' || endpoint.tokens === false ? [] : (['scope'] as const)),
      ...(endpoint.method === 'POST' && endpoint.repeatable !== false
        ? (['in_progress', 'key_reused'] as const)
        : []),
      ...(endpoint.method === 'GET' || isForeign(endpoint) ? [] : changing),
      ...(endpoint.body || endpoint.takes === 'files' ? withBody : []),
      ...(endpoint.query ? (['invalid'] as const) : []),
      ...(endpoint.params ? (['not_found'] as const) : []),
      ...(needsRoom(endpoint) ? (['disk_full'] as const) : []),
      ...endpoint.refuses,
    ]),
  ];
}

/**
 * Creates a converter from schemas to JSON Schema that collects named ones, so that the document
 * defines each shape once.
 */
function collectSchemas() {
  const named: Json = {};
  function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
    const {
      $schema: _dialect,
      $defs,
      ...own
    } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
    const rewritten = JSON.parse(
      JSON.stringify({ own, $defs: $defs ?? {} }).replaceAll('"#/$defs/', '"#/components/schemas/'),
    ) as { own: Json; $defs: Record<string, Json> };
    for (const [name, definition] of Object.entries(rewritten.$defs)) named[name] = definition;
    const name = rewritten.own['id'];
    if (typeof name !== 'string') return rewritten.own;
    named[name] = rewritten.own;
    return { $ref: `#/components/schemas/${name}` };
  }
  return { named, schemaOf };
}

function parametersOf(endpoint: Endpoint, schemaOf: SchemaOf): Json[] {
  const inPath = Object.entries(endpoint.params?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: schemaOf(schema as z.ZodType, 'output'),
  }));
  const inQuery = Object.entries(endpoint.query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: schemaOf(schema as z.ZodType, 'output'),
  }));
  return [...inPath, ...inQuery];
}

function problemResponses(endpoint: Endpoint): Json {
  const byStatus = Map.groupBy(refusalsOf(endpoint), (code) => refusals[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${refusals[code].title}`).join('; '),
        content: {
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        },
        ...(status === 429 || status === 503
          ? {
              headers: {
                'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } },
              },
            }
          : {}),
      },
    ]),
  );
}

function securityOf(endpoint: Endpoint): Json[] {
  const { method, access, tokens } = endpoint;
  const csrf = method === 'GET' || isForeign(endpoint) ? {} : { csrf: [] };
  if (access === 'public') return [csrf];
  return [{ session: [], ...csrf }, ...(tokens === false ? [] : [{ token: [] }])];
}

const files = {
  type: 'object',
  properties: { files: { type: 'array', items: { type: 'string', format: 'binary' } } },
};

function bodyOf(endpoint: Endpoint, schemaOf: SchemaOf): Json {
  if (endpoint.takes === 'files')
    return {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: files } } },
    };
  if (endpoint.takes === 'one_click')
    return {
      requestBody: {
        required: false,
        content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } },
      },
    };
  if (!endpoint.body) return {};
  const schema = schemaOf(endpoint.body, 'input');
  const example = exampleOf(endpoint.body, 'input');
  return {
    requestBody: {
      required: endpoint.bodyOptional !== true,
      content: {
        [endpoint.takes === 'form' ? 'application/x-www-form-urlencoded' : 'application/json']: {
          schema,
          example,
        },
      },
    },
  };
}

function answerOf(endpoint: Endpoint, schemaOf: SchemaOf): Json {
  if (endpoint.gives === 'file') {
    return {
      description: 'The file',
      content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
    };
  }
  if (endpoint.gives === 'events') {
    return {
      description: 'A stream of server-sent events',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    };
  }
  if (!endpoint.answer) return { description: 'Success, without a response body' };
  const schema = schemaOf(endpoint.answer, 'output');
  return {
    description: 'Success',
    content: { 'application/json': { schema, example: exampleOf(endpoint.answer, 'output') } },
  };
}

/**
 * Creates the OpenAPI 3.1 document for a table of endpoints. It cannot differ from the routes,
 * because both are derived from the same table. Served at `/api/v1/openapi.json`. Source: OpenAPI
 * 3.1.
 */
export function openApi(
  table: Readonly<Record<string, Endpoint>>,
  about: { title: string; version: string },
): Json {
  const { named, schemaOf } = collectSchemas();
  schemaOf(problem, 'output');
  const paths: Record<string, Json> = {};
  for (const [operationId, endpoint] of Object.entries(table)) {
    const parameters = parametersOf(endpoint, schemaOf);
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = {
      operationId,
      summary: endpoint.summary,
      security: securityOf(endpoint),
      ...(parameters.length > 0 ? { parameters } : {}),
      ...bodyOf(endpoint, schemaOf),
      responses: {
        [String(endpoint.status)]: answerOf(endpoint, schemaOf),
        ...problemResponses(endpoint),
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: about,
    paths,
    components: {
      schemas: named,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token, created in Settings',
        },
        csrf: {
          type: 'apiKey',
          in: 'header',
          name: 'X-XSRF-TOKEN',
          description: 'The value of the cookie XSRF-TOKEN',
        },
      },
    },
  };
}
