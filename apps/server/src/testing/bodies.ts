import fc from 'fast-check';
import { z } from 'zod';

type Schema = {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
};

type Defs = Record<string, Schema>;

/** Characters of several scripts, which every text field accepts, and most names too. */
const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzéßøжфあ漢한');

const byFormat: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid({ version: 7 }),
  email: fc.stringMatching(/^[a-z]{3,12}@[a-z]{3,12}\.example$/),
  uri: fc.constantFrom('http://127.0.0.1:9', 'http://localhost:9/realm'),
  'time-zone': fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu'),
  date: fc.constantFrom('2026-12-24', '2030-02-28'),
  'date-time': fc
    .date({ min: new Date('2030-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
};

/** Generates texts that match a pattern. Lookaheads, which limit the length here, are left out. */
function matching(pattern: string, { minLength = 0, maxLength = 60 }: Schema) {
  if (pattern.includes('https')) return byFormat['uri'];
  const size = maxLength > 200 ? 'small' : 'medium';
  return fc
    .stringMatching(new RegExp(pattern.replaceAll(/\(\?=[^)]*\)/g, ''), 'u'), { size })
    .map((text) => text.slice(0, maxLength).padEnd(minLength, 'a'));
}

function textOf({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  const known = byFormat[format ?? ''] ?? (pattern && matching(pattern, { minLength, maxLength }));
  if (known) return known;
  const length = {
    minLength: Math.max(minLength, 1),
    maxLength: Math.min(maxLength, Math.max(minLength, 1) + 20),
  };
  return fc.array(letters, length).map((some) => some.join(''));
}

function objectOf(schema: Schema, defs: Defs): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  if (Object.keys(properties).length === 0 && typeof additionalProperties === 'object') {
    return fc.dictionary(textOf({ maxLength: 10 }), arbitraryOf(additionalProperties, defs), {
      maxKeys: 3,
    });
  }
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, arbitraryOf(field, defs)] as const,
  );
  const whole = fc.record(Object.fromEntries(fields), { requiredKeys: required });
  // Half of the bodies have only the required fields: a random id refers to nothing, and most
  // bodies would include one.
  return fc.oneof(
    whole,
    fc.record(Object.fromEntries(fields.filter(([name]) => required.includes(name)))),
  );
}

function arbitraryOf(schema: Schema, defs: Defs): fc.Arbitrary<unknown> {
  if (schema.$ref) return arbitraryOf(defs[schema.$ref.replace('#/$defs/', '')] ?? {}, defs);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => arbitraryOf(choice, defs)));
  const { minItems = 0, maxItems = 3, minimum = 0, maximum = 1_000 } = schema;
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return objectOf(schema, defs);
    case 'array':
      return fc.uniqueArray(arbitraryOf(schema.items ?? {}, defs), {
        minLength: minItems,
        maxLength: Math.min(maxItems, 3),
      });
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer({ min: minimum, max: Math.min(maximum, minimum + 1_000) });
    case 'number':
      return fc.integer({ min: minimum, max: Math.min(maximum, minimum + 1_000) });
    case 'boolean':
      return fc.boolean();
    default:
      return fc.constant(null);
  }
}

/**
 * Generates bodies that `schema` accepts, derived from the schema itself.
 * @throws if hardly any of the derived bodies is accepted: a filter would wait for one for ever
 */
export function validBodies(schema: z.ZodObject): fc.Arbitrary<Record<string, unknown>> {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema & {
    $defs?: Defs;
  };
  const derived = arbitraryOf(root, root.$defs ?? {});
  const isValid = (body: unknown): boolean => schema.safeParse(body).success;
  if (!fc.sample(derived, { numRuns: 500, seed: 1 }).some(isValid))
    throw new Error(`no derived body is valid: ${JSON.stringify(root)}`);
  return derived.filter(isValid) as fc.Arbitrary<Record<string, unknown>>;
}

/** Values that fields should reject, or at least handle without an error. */
export const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udc00x',
    'x'.repeat(20_000),
    '🪶'.repeat(600),
    '',
    ' ',
    '../..',
    "' or 1=1 --",
    'a\r\nBcc: everyone@example.org',
    '<script>alert(1)</script>',
    '=HYPERLINK("http://example.org")',
  ),
  fc.constantFrom(null, -1, 1e308, 0.1, true, [], {}, [[]], { $ne: null }, { toString: 1 }),
);

/**
 * Generates bodies that `schema` rejects: a valid one with a wrong, missing or unknown field, or an
 * arbitrary value.
 */
export function wrongBodies(schema: z.ZodObject): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.shape);
  const field = names.length > 0 ? fc.constantFrom(...names) : fc.constant('nothing');
  const unknown = fc.oneof(
    fc.string(),
    fc.constantFrom('__proto__', 'constructor', 'isAdmin', 'id', 'ownerId', 'role'),
  );
  const base = validBodies(schema);
  return fc
    .oneof(
      fc.tuple(base, field, nasty).map(([body, name, value]) => ({ ...body, [name]: value })),
      fc
        .tuple(base, unknown, nasty)
        .map(([body, name, value]) => ({ ...body, [`${name}`]: value })),
      fc.tuple(base, field).map(([body, name]) => {
        const { [name]: _, ...rest } = body;
        return rest;
      }),
      nasty,
    )
    .filter((body) => !schema.safeParse(JSON.parse(JSON.stringify(body) ?? 'null')).success);
}
