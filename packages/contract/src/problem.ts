import { z } from 'zod';
import { refusals, type RefusalCode } from './refusals.ts';

const codes = Object.keys(refusals) as [RefusalCode, ...RefusalCode[]];

/**
 * Validation error of one field: its path in the body (`collaborator.role`), and the message. By
 * `code` and `values`, programs can show a message of their own.
 */
export const fieldError = z.object({
  path: z.string(),
  message: z.string(),
  code: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

/** Error response: `application/problem+json`. Source: RFC 9457; API, Conventions. */
export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.enum(codes),
    requestId: z.string(),
    errors: z.array(fieldError).optional(),
  })
  .meta({ id: 'Problem' });
/** See {@link problem}. */
export type Problem = z.infer<typeof problem>;
/** See {@link fieldError}. */
export type FieldError = z.infer<typeof fieldError>;
