/**
 * Action of a client after a refusal.
 * - `stop`: it sends nothing more, because the same update has the same result again.
 * - `send-whole`: it sends everything that it has.
 * - `wait`: it tries again after a delay.
 * - `try-again`: it tries again over the next connection.
 */
export type AfterRefusal = 'stop' | 'send-whole' | 'wait' | 'try-again';

/** Reasons why an update is refused, as they are sent to the client, with what it does then. */
export const refusalReasons = {
  not_allowed: 'stop',
  not_a_suggestion: 'stop',
  untrue_decision: 'stop',
  foreign_client: 'stop',
  structure: 'stop',
  too_large: 'stop',
  too_many_clients: 'stop',
  gap: 'send-whole',
  /** The disk of the server is almost full. */
  disk_full: 'wait',
  /** Text that the server lost can be brought back by another page only. */
  recovery: 'wait',
  /** May be caused by the transmission. */
  malformed: 'try-again',
} as const satisfies Readonly<Record<string, AfterRefusal>>;

/** Reason why an update is refused: a stable identifier that is sent to the client. */
export type RefusalReason = keyof typeof refusalReasons;

/** Returns what a client does after a refusal. A newer server may send an unknown reason. */
export function afterRefusal(reason: string): AfterRefusal {
  return Object.hasOwn(refusalReasons, reason)
    ? refusalReasons[reason as RefusalReason]
    : 'try-again';
}

/** Error: an update is refused. */
export class Refused extends Error {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}
