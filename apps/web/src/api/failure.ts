import { t } from '@lingui/core/macro';
import type { FieldError, Problem } from '@longhand/contract';
import { fieldText, refusalSentence } from '../language/contract-text.ts';

/**
 * A failed call. `message` is status and text; `sentence` is the message for the user. A network
 * failure has the status 500 and the network's own message.
 */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;
  readonly problem: Problem | null;
  readonly sentence: string;
  /** True if the server was unreachable: offline copies may be used instead. */
  readonly isUnreachable: boolean;

  constructor(status: number, text: string, sentence?: string) {
    const found = problemIn(text);
    const said = found ? saidIn(found) : text.trim() || t`The server answered with ${status}.`;
    super(`${status}: ${said}`);
    this.status = status;
    this.problem = found;
    this.sentence = sentence ?? said;
    this.isUnreachable = sentence !== undefined || (status >= 502 && status <= 504);
  }
}

/** True if an error was caused by an unreachable server. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiFailure && error.isUnreachable;
}

/** Returns the error message for the user: the server's own if there is one. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiFailure) return error.sentence;
  return error instanceof Error ? error.message : String(error);
}

/** Returns the validation messages of a form by field. */
export function fieldErrorsOf(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiFailure)) return {};
  const { problem } = error;
  if (problem === null) return {};
  // A refusal that the catalogue assigns to a field has its own sentence as the message.
  const textOf = (one: FieldError): string =>
    one.message === problem.detail ? refusalSentence(problem) : fieldText(one);
  return Object.fromEntries((problem.errors ?? []).map((one) => [one.path, textOf(one)]));
}

/**
 * Refusal to add a person: messages by field, and true if the address or name has no account here.
 */
export type RefusedPerson = {
  readonly fields: Readonly<Record<string, string>>;
  readonly isUnknown: boolean;
};

/** Converts a failure to add a person for the form that adds people. */
export function refusedPerson(error: unknown): RefusedPerson {
  const fields = fieldErrorsOf(error);
  const isUnknown = error instanceof ApiFailure && error.problem?.code === 'user_not_found';
  return {
    fields: Object.keys(fields).length > 0 ? fields : { usernameOrEmail: sentenceOf(error) },
    isUnknown,
  };
}

/** Returns the sentence of a problem. That of a bug has the id with which the server logged it. */
function saidIn(problem: Problem): string {
  const detail = refusalSentence(problem);
  const { code, requestId } = problem;
  return code === 'bug' ? t`${detail} Request id: ${requestId}` : detail;
}

function problemIn(text: string): Problem | null {
  if (!text.trimStart().startsWith('{')) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return isProblem(parsed) ? parsed : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Checks only the fields used here: the schema would add all of zod to the front page. */
function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false;
  const { detail, code, requestId, errors = [] } = value as Partial<Record<keyof Problem, unknown>>;
  const texts = [detail, code, requestId];
  return texts.every((text) => typeof text === 'string') && Array.isArray(errors);
}
