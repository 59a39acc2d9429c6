/** Number and durations of a slow statement (ms). */
export type SlowStatement = { count: number; totalMs: number; maxMs: number };

/** Slow statements by their text, with placeholders instead of data. */
export type SlowStatements = { [text: string]: SlowStatement };

/** Records the durations of statements. Only slow ones are stored. */
export interface StatementTimes {
  heard(text: string, ms: number): void;
  take(): SlowStatements;
}

/**
 * Minimum duration of a slow statement (ms). From this value on, users notice the delay of a page.
 */
const slowFrom = 50;

/**
 * Maximum number of different statements between two calls of `take`, and maximum length of each
 * (characters).
 */
const most = { statements: 50, characters: 600 } as const;

/** Normalizes a statement. Lists of values of different length count as one statement. */
export function textOf(sql: string): string {
  const text = sql
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\d+(?:(?:::\w+)?, \$\d+(?:::\w+)?)+/g, '$…');
  return text.replaceAll(/\(\$…\)(?:, \(\$…\))+/g, '($…), …').slice(0, most.characters);
}

/** Returns the statement with the shortest total duration. */
function quickest(statements: Readonly<SlowStatements>): string {
  const [first = ''] =
    Object.entries(statements).toSorted(([, a], [, b]) => a.totalMs - b.totalMs)[0] ?? [];
  return first;
}

/** Adds `more` to `statements`. Retains the statements with the longest total duration. */
export function addStatements(statements: SlowStatements, more: Readonly<SlowStatements>): void {
  for (const [text, { count, totalMs, maxMs }] of Object.entries(more)) {
    const before = statements[text];
    const {
      count: known,
      totalMs: total,
      maxMs: worst,
    } = before ?? { count: 0, totalMs: 0, maxMs: 0 };
    statements[text] = {
      count: known + count,
      totalMs: Math.round(total + totalMs),
      maxMs: Math.round(Math.max(worst, maxMs)),
    };
    if (Object.keys(statements).length > most.statements) delete statements[quickest(statements)];
  }
}

/**
 * Creates {@link StatementTimes}. Statements and their data are separate, so the text contains no
 * data.
 */
export function createStatementTimes(): StatementTimes {
  let slow: SlowStatements = {};
  return {
    heard(text, ms) {
      if (ms >= slowFrom)
        addStatements(slow, { [textOf(text)]: { count: 1, totalMs: ms, maxMs: ms } });
    },
    take() {
      const taken = slow;
      slow = {};
      return taken;
    },
  };
}
