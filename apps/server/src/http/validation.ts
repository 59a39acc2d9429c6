import type { z } from 'zod';
import {
  fieldMessage,
  messageOfIssue,
  type FieldError,
  type FieldMessage,
} from '@longhand/contract';
import { refuse } from '../platform/refusal.ts';

/**
 * Maximum number of reported field errors: a body of one megabyte can contain a hundred thousand.
 */
const errorsMax = 20;

/** Maximum length of a reported path (characters): field names come from the client. */
const pathMax = 200;

function isWrongId(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_format' && issue.format === 'uuid';
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.').slice(0, pathMax);
}

/** Returns our own message if a schema has none: the library's messages are for programmers. */
function messageOf(issue: z.core.$ZodIssue, input: unknown): FieldMessage {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue, input);
    case 'invalid_value':
      return fieldMessage('one_of', { values: issue.values.map(String).join(', ') });
    case 'too_small':
      return issue.origin === 'string'
        ? messageOfIssue(issue)
        : fieldMessage('at_least', { min: Number(issue.minimum) });
    case 'too_big':
      return issue.origin === 'string'
        ? messageOfIssue(issue)
        : fieldMessage('at_most', { max: Number(issue.maximum) });
    case 'custom':
      return messageOfIssue({ message: issue.message, params: issue.params ?? {} });
    default:
      return messageOfIssue(issue);
  }
}

function wrongType(issue: z.core.$ZodIssueInvalidType, input: unknown): FieldMessage {
  if (input === undefined) return fieldMessage('body_required');
  const value = issue.path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    input,
  );
  return value === undefined
    ? fieldMessage('required')
    : fieldMessage('wrong_type', { type: issue.expected });
}

/**
 * Converts the issues of a schema to the fields of a problem document. Each unknown field has its
 * own path.
 */
export function fieldErrors(issues: readonly z.core.$ZodIssue[], input: unknown): FieldError[] {
  return issues
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({
            path: pathOf([...issue.path, key]),
            ...fieldMessage('unknown_field'),
          }))
        : [{ path: pathOf(issue.path), ...messageOf(issue, input) }],
    )
    .slice(0, errorsMax);
}

/**
 * Parses `input` by `schema`. Refuses `invalid` with the field errors. Refuses `not_found` if the
 * only errors are malformed ids, which identify nothing in any field.
 */
export function read<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const { issues } = result.error;
  if (issues.every(isWrongId)) refuse('not_found');
  refuse('invalid', { errors: fieldErrors(issues, input) });
}

/**
 * Parses the parameters of a path. Refuses `not_found` for any error, because no object has such an
 * address.
 */
export function readParams<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const result = schema.safeParse(input);
  return result.success ? result.data : refuse('not_found');
}
