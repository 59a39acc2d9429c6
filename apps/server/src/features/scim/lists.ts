import SCIMMY from 'scimmy';
import { z } from 'zod';
import { scimError } from './context.ts';

/** Maximum and usual number of resources in a response. */
export const pageMax = 200;
const pageUsual = 100;

/** Part of a list: resources from `offset` on, and the condition that they meet. */
export type Asked = {
  readonly offset: number;
  readonly count: number;
  readonly where: { readonly attribute: string; readonly value: string } | null;
  /** True if the members of groups are not wanted. */
  readonly withoutMembers: boolean;
};

const numbers = z.object({
  startIndex: z.coerce.number().int().catch(1),
  count: z.coerce.number().int().catch(pageUsual),
});

/** Query of a call. Each parameter is a text. */
export const scimQuery = z.record(z.string(), z.string().max(1_000));

/** Query of a call. */
export type ScimQuery = z.infer<typeof scimQuery>;

/**
 * Reads the query of a list. The only filters are the equality of one attribute, which all
 * directories use to find a resource.
 *
 * @param attributes supported attributes by their path in lower case
 * @throws an error of SCIM `invalidFilter`
 */
export function readList(query: ScimQuery, attributes: readonly string[]): Asked {
  const { startIndex, count } = numbers.parse(query);
  const names = (text: string | undefined): string[] =>
    (text ?? '').split(',').map((name) => name.trim().toLowerCase());
  const wanted = names(query['attributes']).filter((name) => name !== '');
  return {
    offset: Math.min(Math.max(startIndex, 1), 2 ** 31) - 1,
    count: Math.min(Math.max(count, 0), pageMax),
    where: query['filter'] === undefined ? null : readFilter(query['filter'], attributes),
    withoutMembers:
      names(query['excludedAttributes']).includes('members') ||
      (wanted.length > 0 && !wanted.some((name) => name.startsWith('members'))),
  };
}

/** Returns the expressions of a filter, or null if it cannot be read. */
function parsed(filter: string): unknown[] | null {
  try {
    return [...new SCIMMY.Types.Filter(filter)];
  } catch {
    return null;
  }
}

/** Returns the attribute and the text of a filter `attribute eq "text"`. */
function readFilter(filter: string, attributes: readonly string[]): Asked['where'] {
  const unsupported = scimError(
    400,
    'invalidFilter',
    `The supported filters are: ${attributes.join(', ')}, each with eq`,
  );
  if (filter.trim() === '') throw unsupported;
  const [branch, ...others] = parsed(filter) ?? [];
  const found = equalityIn(branch);
  if (found === null || others.length > 0) throw unsupported;
  const attribute = found.path.join('.').toLowerCase();
  if (!attributes.includes(attribute)) throw unsupported;
  return { attribute, value: found.value };
}

/** Returns the path and the text of a parsed filter with a single equality, or null. */
function equalityIn(
  expression: unknown,
): { readonly path: readonly string[]; readonly value: string } | null {
  if (Array.isArray(expression)) {
    const [comparator, value] = expression as unknown[];
    return expression.length === 2 && comparator === 'eq' && typeof value === 'string'
      ? { path: [], value }
      : null;
  }
  if (typeof expression !== 'object' || expression === null) return null;
  const entries = Object.entries(expression);
  // `emails[type eq "work"].value eq "…"` names the only address that there is.
  const parts = entries.length > 1 ? entries.filter(([name]) => name !== 'type') : entries;
  const [part, ...rest] = parts;
  if (part === undefined || rest.length > 0) return null;
  const inner = equalityIn(part[1]);
  return inner === null ? null : { path: [part[0], ...inner.path], value: inner.value };
}

/** Returns the response of a list. Source: RFC 7644, 3.4.2. */
export function listResponse(
  resources: readonly unknown[],
  { offset, total }: { offset: number; total: number },
) {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex: offset + 1,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
