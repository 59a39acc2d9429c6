import { refusals, type FieldError, type RefusalCode } from '@longhand/contract';

/** What a refusal carries besides its code: the fields that were not right, and the seconds after which it may be tried again. */
export type RefusalDetails = { readonly errors?: readonly FieldError[]; readonly retryAfterSeconds?: number };

/** An expected no, from the one catalogue. Its sentence is for the person; the HTTP side turns it into a problem document. */
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

/** Ends what is being done with a refusal from the catalogue. */
export function refuse(code: RefusalCode, details: RefusalDetails = {}): never {
  throw new Refusal(code, details);
}
