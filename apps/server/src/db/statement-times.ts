/** A statement that took long, so often. Milliseconds. */
export type SlowStatement = { count: number; totalMs: number; maxMs: number };

/** Slow statements by their text, with places where their data was. */
export type SlowStatements = { [text: string]: SlowStatement };

/** How long statements take; only slow ones are remembered. */
export interface StatementTimes {
  heard(text: string, ms: number): void;
  take(): SlowStatements;
}

/** Milliseconds from which a statement is slow: a page that waits for it is felt to wait. */
const slowFrom = 50;

/** Different statements that are remembered between two takings, and characters of each. */
const most = { statements: 50, characters: 600 } as const;

/** Lists of values differ in length and are one statement all the same. */
function textOf(sql: string): string {
  const text = sql.replaceAll(/\s+/g, ' ').replaceAll(/\$\d+(?:(?:::\w+)?, \$\d+(?:::\w+)?)+/g, '$…');
  return text.replaceAll(/\(\$…\)(?:, \(\$…\))+/g, '($…), …').slice(0, most.characters);
}

/** The statement that took the least time in all. */
function quickest(statements: Readonly<SlowStatements>): string {
  const [first = ''] = Object.entries(statements).toSorted(([, a], [, b]) => a.totalMs - b.totalMs)[0] ?? [];
  return first;
}

/** Counts `more` into `statements`, of which those are kept that took the most time in all. */
export function addStatements(statements: SlowStatements, more: Readonly<SlowStatements>): void {
  for (const [text, { count, totalMs, maxMs }] of Object.entries(more)) {
    const before = statements[text];
    const { count: known, totalMs: total, maxMs: worst } = before ?? { count: 0, totalMs: 0, maxMs: 0 };
    statements[text] = { count: known + count, totalMs: Math.round(total + totalMs), maxMs: Math.round(Math.max(worst, maxMs)) };
    if (Object.keys(statements).length > most.statements) delete statements[quickest(statements)];
  }
}

/** Makes {@link StatementTimes}. Statements come with their data apart, so that none of it can stand in their text. */
export function createStatementTimes(): StatementTimes {
  let slow: SlowStatements = {};
  return {
    heard(text, ms) {
      if (ms >= slowFrom) addStatements(slow, { [textOf(text)]: { count: 1, totalMs: ms, maxMs: ms } });
    },
    take() {
      const taken = slow;
      slow = {};
      return taken;
    },
  };
}
