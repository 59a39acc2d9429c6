/** Reason why an update was refused: a stable identifier that is sent to the client. */
export type RefusalReason = 'not_allowed' | 'foreign_client' | 'gap' | 'structure' | 'malformed';

/** Error: an update is refused. */
export class Refused extends Error {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}
