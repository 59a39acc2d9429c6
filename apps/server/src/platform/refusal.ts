import { refusals, type FieldError, type RefusalCode } from '@longhand/contract';

/** Details of a refusal: invalid fields, and the time after which a retry is allowed (s). */
export type RefusalDetails = {
  readonly errors?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
};

/**
 * An expected refusal from the catalogue. Its message is for the user. The HTTP layer converts it
 * to a problem document.
 */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: RefusalCode;
  readonly details: RefusalDetails;

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(refusals[code].detail);
    this.code = code;
    this.details = details;
  }
}

/** Throws a refusal from the catalogue. */
export function refuse(code: RefusalCode, details: RefusalDetails = {}): never {
  throw new Refusal(code, details);
}
