import { z } from 'zod';

type Schema = {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  prefixItems?: Schema[];
  minimum?: number;
  minItems?: number;
};

/** Example values by field name; ids and times are generic. */
const byName: Readonly<Record<string, unknown>> = {
  username: 'ada',
  usernameOrEmail: 'grace@example.org',
  name: 'Ada Lovelace',
  title: 'Notes on the analytical engine',
  email: 'ada@example.org',
  subject: 'A question',
  message: 'How do we invite our reviewers?',
  body: 'Could this be said in one sentence?',
  password: 'four words are better',
  newPassword: 'four words are better',
  currentPassword: 'the password until now',
  code: '123456',
  avatarColor: '#1c6e8c',
  light: '#1c6e8c',
  dark: '#7fb2d8',
  description: 'Everything for the spring issue',
  excerpt: 'The engine might compose elaborate pieces of music',
  companyName: 'Example Press',
  teamSize: '12',
  quote: 'elaborate pieces of music',
  tags: ['spring', 'needs a picture'],
  issuer: 'https://write.example.org/login',
  linkDomains: ['example.org'],
  accountDomains: ['example.org'],
  position: 'a3',
  wordCount: 1_204,
  documentCount: 12,
  language: 'en',
};

const byFormat: Readonly<Record<string, string>> = {
  uuid: '0199f3a2-7c00-7000-8000-0123456789ab',
  'date-time': '2026-11-21T09:30:00.000Z',
  date: '2026-11-21',
  email: 'ada@example.org',
  uri: 'https://write.example.org',
  'time-zone': 'Europe/Berlin',
};

/**
 * Creates an example value of `schema` for the OpenAPI document. It is derived from the schema, so
 * that it is never outdated. Fields with a known name get a realistic value; all others the
 * simplest value of their type.
 */
export function exampleOf(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const root = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema & {
    $defs?: Record<string, Schema>;
  };
  return valueOf(root, '', { defs: root.$defs ?? {}, depth: 0 });
}

type Place = { readonly defs: Record<string, Schema>; readonly depth: number };

function valueOf(schema: Schema, name: string, place: Place): unknown {
  const inside = { ...place, depth: place.depth + 1 };
  if (place.depth > 12) return null;
  if (schema.$ref)
    return valueOf(place.defs[schema.$ref.replace('#/$defs/', '')] ?? {}, name, inside);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const known = byName[name];
  if (known !== undefined && fits(known, schema)) return known;
  const choice = (schema.anyOf ?? schema.oneOf)?.[0];
  if (choice) return valueOf(choice, name, inside);
  if (schema.default !== undefined) return schema.default;
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, value]) => [
          key,
          valueOf(value, key, inside),
        ]),
      );
    case 'array':
      if (schema.prefixItems) return schema.prefixItems.map((item) => valueOf(item, name, inside));
      return schema.items ? [valueOf(schema.items, name, inside)] : [];
    case 'string':
      return byFormat[schema.format ?? ''] ?? 'text';
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function fits(value: unknown, { type }: Schema): boolean {
  if (Array.isArray(value)) return type === 'array';
  if (typeof value === 'number') return type === 'integer' || type === 'number';
  return type === typeof value;
}
