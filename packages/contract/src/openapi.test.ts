import { expect, test } from 'vitest';
import { endpoints } from './endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { openApi, refusalsOf } from './openapi.ts';
import { refusals } from './refusals.ts';

interface Node {
  [key: string]: Node;
}

const document = openApi(endpoints, { title: 'Longhand', version: '1' }) as unknown as Node;
const table = Object.entries(endpoints) as [string, Endpoint][];

function refsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === '$ref' ? [String(value)] : refsIn(value),
  );
}

test('the OpenAPI document contains every endpoint once, and nothing else', () => {
  const operations = Object.entries(document['paths'] ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        `${String(operation['operationId'])} ${method.toUpperCase()} ${path}`,
    ),
  );
  expect(operations.toSorted()).toEqual(
    table.map(([name, { method, path }]) => `${name} ${method} ${path}`).toSorted(),
  );
});

test.each(table)('%s has all parameters, its body and all responses', (_name, endpoint) => {
  const operation = document['paths']?.[endpoint.path]?.[endpoint.method.toLowerCase()] as Node;
  const named = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  const inPath = Object.values(operation['parameters'] ?? {}).filter(
    (parameter) => String(parameter['in']) === 'path',
  );
  expect(inPath.map((parameter) => String(parameter['name']))).toEqual(named);
  expect('requestBody' in operation).toBe(
    endpoint.body !== undefined || endpoint.takes !== undefined,
  );
  const body = operation['requestBody']?.['content']?.['application/json'];
  if (body) expect(endpoint.body?.safeParse(body['example']).error).toBeUndefined();
  const statuses = new Set(
    [endpoint.status, ...refusalsOf(endpoint).map((code) => refusals[code].status)].map(String),
  );
  expect(new Set(Object.keys(operation['responses'] ?? {}))).toEqual(statuses);
  const answer =
    operation['responses']?.[String(endpoint.status)]?.['content']?.['application/json'];
  if (answer) expect(endpoint.answer?.safeParse(answer['example']).error).toBeUndefined();
});

test('every reference points to an existing schema', () => {
  const schemas = Object.keys((document['components'] as Node)['schemas'] ?? {});
  expect(schemas).toEqual(
    expect.arrayContaining([
      'User',
      'Person',
      'Project',
      'Document',
      'Collaborator',
      'Problem',
      'Role',
    ]),
  );
  for (const ref of refsIn(document))
    expect(schemas).toContain(ref.replace('#/components/schemas/', ''));
});

test('body schemas contain required fields and lengths, and allow no other fields', () => {
  const body = (document['paths'] as Node)['/api/v1/register']?.['post']?.['requestBody'] as Node;
  const schema = body['content']?.['application/json']?.['schema'] as unknown as Record<
    string,
    unknown
  >;
  expect(schema['required']).toEqual(['username', 'name', 'email', 'password']);
  expect(schema['additionalProperties']).toBe(false);
  expect(schema['properties']).toMatchObject({ password: { minLength: 10, maxLength: 1024 } });
});
