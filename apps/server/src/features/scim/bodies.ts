import SCIMMY from 'scimmy';

type Values = Readonly<Record<string, unknown>>;

/** Attributes of users that are stored. Others are accepted and ignored. */
const stored: ReadonlySet<string> = new Set([
  'active',
  'displayname',
  'emails',
  'externalid',
  'name',
  'username',
]);

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the first name of a path, in lower case. */
const rootOf = (path: string): string => (/^[^.[]+/.exec(path)?.[0] ?? path).toLowerCase();

/** True if the schema of users has the attribute, which includes the extension of enterprises. */
function isKnown(name: string): boolean {
  if (name.startsWith('urn:')) return true;
  try {
    return SCIMMY.Schemas.User.definition.attribute(name) !== undefined;
  } catch {
    return false;
  }
}

/** Returns a boolean that Microsoft Entra sends as a text. */
function booleanOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.toLowerCase();
  return text === 'true' || text === 'false' ? text === 'true' : value;
}

/** Returns the attributes of a user that are stored, with `active` as a boolean. */
function storedIn(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => stored.has(rootOf(name)) || !isKnown(name))
      .map(([name, value]) => [name, rootOf(name) === 'active' ? booleanOf(value) : value]),
  );
}

/** Returns the body of a new or replaced user in the form that SCIMMY reads. */
export function userBody(body: unknown): unknown {
  if (!isValues(body)) return body;
  const { schemas: _, id: _id, meta: _meta, ...values } = body;
  return storedIn(values);
}

/** True if an operation is about something that is stored. */
function concernsStored({ path, value }: Values): boolean {
  if (typeof path !== 'string') return !isValues(value) || Object.keys(value).length > 0;
  const filter = /^emails\[(.*)\]/i.exec(path)?.[1];
  if (filter !== undefined && !/^\s*(type eq "work"|primary eq true)\s*$/i.test(filter))
    return false;
  return stored.has(rootOf(path)) || !isKnown(rootOf(path));
}

/**
 * Returns the operations of a PATCH of a user in the form that SCIMMY applies: without those about
 * attributes that are not stored, and with booleans instead of their texts.
 */
export function userPatch(body: unknown): { readonly body: unknown; readonly isEmpty: boolean } {
  if (!isValues(body) || !Array.isArray(body['Operations'])) return { body, isEmpty: false };
  const operations = (body['Operations'] as unknown[])
    .map((operation) => {
      if (!isValues(operation)) return operation;
      const { path, value } = operation;
      if (typeof path === 'string' && rootOf(path) === 'active')
        return { ...operation, value: booleanOf(value) };
      return typeof path !== 'string' && isValues(value)
        ? { ...operation, value: storedIn(withoutReadOnly(value)) }
        : operation;
    })
    .filter((operation) => !isValues(operation) || concernsStored(operation));
  const isEmpty = operations.length === 0 && (body['Operations'] as unknown[]).length > 0;
  return { body: { ...body, Operations: operations }, isEmpty };
}

function withoutReadOnly(values: Values): Values {
  const { id: _, schemas: _schemas, meta: _meta, ...rest } = values;
  return rest;
}

/** Matches the path of one member, by which directories remove it. */
const memberPath = /^members\[\s*value\s+eq\s+"([^"\\]+)"\s*\]$/iu;

/** Returns a member without its name and address, which Entra sends as null and SCIMMY compares. */
const onlyId = (member: unknown): unknown =>
  isValues(member) && typeof member['value'] === 'string' ? { value: member['value'] } : member;

type MemberChange = { readonly op: 'add' | 'remove'; readonly members: readonly unknown[] };

/** Returns the members that an operation adds or removes, or null if it is about something else. */
function memberChangeIn(operation: unknown): MemberChange | null {
  if (!isValues(operation)) return null;
  const { path, value } = operation;
  const op = String(operation['op']).toLowerCase();
  if (typeof path !== 'string' || (op !== 'add' && op !== 'remove')) return null;
  const id = memberPath.exec(path)?.[1];
  if (op === 'remove' && id !== undefined) return { op, members: [{ value: id }] };
  if (path.toLowerCase() !== 'members' || !Array.isArray(value) || value.length === 0) return null;
  return { op, members: (value as unknown[]).map(onlyId) };
}

/**
 * Joins neighbouring operations that add, or that remove, members. Directories send one for each
 * member, and SCIMMY reads all members of the group again for each operation.
 */
function joined(operations: readonly unknown[]): unknown[] {
  const all: unknown[] = [];
  let last: { readonly op: string; readonly value: unknown[] } | null = null;
  for (const operation of operations) {
    const change = memberChangeIn(operation);
    if (change !== null && last !== null && last.op === change.op) {
      last.value.push(...change.members);
      continue;
    }
    last = change && { op: change.op, value: [...change.members] };
    all.push(last === null ? operation : { ...last, path: 'members' });
  }
  return all;
}

/**
 * Returns a PATCH of a group in the form that SCIMMY applies: without the id that Okta repeats, and
 * with neighbouring changes of members joined.
 */
export function groupPatch(body: unknown): unknown {
  if (!isValues(body) || !Array.isArray(body['Operations'])) return body;
  const operations = (body['Operations'] as unknown[]).map((operation) =>
    isValues(operation) && operation['path'] === undefined && isValues(operation['value'])
      ? { ...operation, value: withoutReadOnly(operation['value']) }
      : operation,
  );
  return { ...body, Operations: joined(operations) };
}
