import type { Clock } from './ports.ts';
import type { Question, Session } from './session.ts';

/**
 * Answers within one window (milliseconds). Asking costs five bytes and the answer may be the whole document: who asks faster gets an
 * answer to the last question when the window ends.
 */
const answersPerWindow = 8;
const answerWindow = 1_000;

type Limits = { readonly laggingBytes: number };

/**
 * Answers a question at once, or as soon as this connection has read its earlier answers and has not asked too much lately. Of several
 * questions of a kind that wait, the last one counts.
 */
export function answerSoon(session: Session, question: Question, limits: Limits, clock: Clock, answer: () => void): void {
  session.questions.set(question, answer);
  answerWaiting(session, limits, clock);
}

/** Answers what waits and may be answered now. */
export function answerWaiting(session: Session, limits: Limits, clock: Clock): void {
  for (const [question, answer] of session.questions) {
    if (session.answers >= answersPerWindow || session.socket.buffered > limits.laggingBytes) return;
    session.questions.delete(question);
    session.answers += 1;
    session.endWindow ??= clock.after(answerWindow, () => {
      session.endWindow = null;
      session.answers = 0;
      if (session.state.kind !== 'closed') answerWaiting(session, limits, clock);
    });
    answer();
  }
}
