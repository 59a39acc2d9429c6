import { JournaledLog } from './journaled-log.ts';
import type { Append } from '../ports.ts';
import type { BaseLog } from './ports.ts';
import { createHeldClock, createMemoryLog } from '../../testing/memory.ts';
import { MemoryJournal } from '../../testing/memory-journal.ts';

/** Creates a log over a journal and a database with one document, whose appends may be replaced. */
export function begin({
  database = createMemoryLog(),
  journal = new MemoryJournal(),
  append = database.append,
}: {
  database?: ReturnType<typeof createMemoryLog>;
  journal?: MemoryJournal;
  append?: BaseLog['append'];
} = {}) {
  const clock = createHeldClock();
  const reported: unknown[] = [];
  const log = new JournaledLog({
    journal,
    database: { ...database, append },
    timeline: 'this one',
    clock,
    report: (error) => reported.push(error),
  });
  void database.beginTimeline('this one');
  return { log, database, journal, clock, reported };
}

/** Returns the appends of a database that refuses the entries of a document. */
export function refusing(database: BaseLog, refused: string): BaseLog['append'] {
  return async (batch) => {
    const others = batch.filter(({ documentId }) => documentId !== refused);
    const results = [...(await database.append(others))];
    return batch.map(({ documentId }) =>
      documentId === refused ? 'refused' : (results.shift() ?? 'conflict'),
    );
  };
}

/** Creates an entry of document `a`. `size`: size of its update (bytes). */
export const entry = (seq: number, size = 1): Append => ({
  documentId: 'a',
  seq,
  updates: [new Uint8Array(size).fill(seq)],
  authorship: [{ user: 'ada', session: 's', at: 1_700_000_000_000, inserted: [] }],
  decisions: [],
  clients: [{ client: seq, user: 'ada' }],
});

/** Returns the first byte of each update of the document. */
export async function bytesIn(log: Pick<BaseLog, 'load'>): Promise<(number | undefined)[]> {
  const stored = await log.load('a');
  return (stored?.entries ?? []).flatMap(({ updates }) => updates.map(([byte]) => byte));
}

/** Runs all pending promise callbacks. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 200; i += 1) await Promise.resolve();
}
