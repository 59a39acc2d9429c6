import type { z } from 'zod';
import type { FieldError } from '@longhand/contract';
import { refuse } from '../platform/refusal.ts';

/** Faults that are told at most: a body of a megabyte can hold a hundred thousand. */
const errorsMax = 20;

/** Characters of a path that are told at most: field names come from the caller. */
const pathMax = 200;

function isWrongId(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_format' && issue.format === 'uuid';
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.').slice(0, pathMax);
}

/** In words of ours where a schema has none of its own: the library's speak to programmers. */
function messageOf(issue: z.core.$ZodIssue, input: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue, input);
    case 'invalid_value':
      return `This has to be one of: ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return issue.origin === 'string' ? issue.message : `This has to be at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'string' ? issue.message : `This may be at most ${issue.maximum}`;
    default:
      return issue.message;
  }
}

function wrongType(issue: z.core.$ZodIssueInvalidType, input: unknown): string {
  if (input === undefined) return 'A body is required';
  const value = issue.path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    input,
  );
  return value === undefined ? 'This is required' : `This has to be of the type ${issue.expected}`;
}

/** What a schema found wrong, as the fields of a problem document. Unknown fields stand under their own path. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[], input: unknown): FieldError[] {
  return issues
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ path: pathOf([...issue.path, key]), message: 'There is no such field' }))
        : [{ path: pathOf(issue.path), message: messageOf(issue, input) }],
    )
    .slice(0, errorsMax);
}

/**
 * Reads `input` by `schema`. Refuses `invalid` with the fields that are not right, and `not_found` where nothing is wrong
 * but ids that cannot be ours: they name nothing, wherever they stand. Source: API, Conventions; reliability, Traps.
 */
export function read<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const { issues } = result.error;
  if (issues.every(isWrongId)) refuse('not_found');
  refuse('invalid', { errors: fieldErrors(issues, input) });
}

/** Reads a path's parameters: whatever is wrong with them, there is nothing at such an address. */
export function readParams<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  return result.success ? result.data : refuse('not_found');
}
