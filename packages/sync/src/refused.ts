/** The reason why an update was refused: a stable word that travels to the client. */
export type RefusalReason = 'not_allowed' | 'foreign_client' | 'gap' | 'structure' | 'malformed';

/** An update is refused. */
export class Refused extends Error {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}
