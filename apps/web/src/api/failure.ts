import type { Problem } from '@longhand/contract';

/**
 * A call that did not succeed. `message` is status and text, as the specification formats it; `sentence` is what a person is
 * told. A network failure is the status 500 with the network's own message. Source: specification, section 8.
 */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;
  readonly problem: Problem | null;
  readonly sentence: string;
  /** Whether nobody was there to answer: what is on this device may stand in. */
  readonly isUnreachable: boolean;

  constructor(status: number, text: string, sentence?: string) {
    const found = problemIn(text);
    const said = found?.detail ?? (text.trim() || `The server answered with ${status}.`);
    super(`${status}: ${said}`);
    this.status = status;
    this.problem = found;
    this.sentence = sentence ?? said;
    this.isUnreachable = sentence !== undefined || (status >= 502 && status <= 504);
  }
}

/** Whether something failed because the server could not be reached. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiFailure && error.isUnreachable;
}

/** What went wrong, for a person: the server's sentence where it gave one. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiFailure) return error.sentence;
  return error instanceof Error ? error.message : String(error);
}

/** The messages of the fields that were not right, by field, for a form. */
export function fieldErrorsOf(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiFailure)) return {};
  return Object.fromEntries((error.problem?.errors ?? []).map(({ path, message }) => [path, message]));
}

/** Why a person could not be added: messages by field, and whether the address or name has no account here. */
export type RefusedPerson = { readonly fields: Readonly<Record<string, string>>; readonly isUnknown: boolean };

/** Sorts a failure to add a person for the form that adds people. */
export function refusedPerson(error: unknown): RefusedPerson {
  const fields = fieldErrorsOf(error);
  const isUnknown = error instanceof ApiFailure && error.problem?.code === 'user_not_found';
  return { fields: Object.keys(fields).length > 0 ? fields : { usernameOrEmail: sentenceOf(error) }, isUnknown };
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

/** Checked by hand for what is used here: the schema would bring all of zod to the front page. */
function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false;
  const { detail, code, errors = [] } = value as Partial<Record<keyof Problem, unknown>>;
  return typeof detail === 'string' && typeof code === 'string' && Array.isArray(errors);
}
