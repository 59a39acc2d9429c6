import { Piscina } from 'piscina';
import type { DocumentFormat, VersionDifference } from '@longhand/contract';
import type { NodeJson, SuggestionTrace } from '@longhand/document';
import type { Folder } from '@longhand/sync';
import { Fault } from '../platform/fault.ts';
import type { Digest, Ended, Task, TaskResults, Words } from './tasks.ts';

/** Threads in which documents are built; never the one that holds the sockets. */
export type Workers = Folder & {
  digest(updates: Updates): Promise<Digest>;
  /** What became of suggestions that are gone, by which of the updates that were `sent`. */
  outcomes(updates: Updates, gone: readonly SuggestionTrace[], sent: Updates): Promise<readonly Ended[]>;
  /** What search keeps of the text. */
  words(updates: Updates): Promise<Words>;
  /** The whole document as one update; `whatFits`: leaving out what continues from something that is not there. */
  state(updates: Updates, whatFits?: boolean): Promise<TaskResults['state']>;
  content(updates: Updates, format: DocumentFormat): Promise<unknown>;
  towards(updates: Updates, content: NodeJson, client: number): Promise<Uint8Array | null>;
  differences(before: Updates, after: Updates): Promise<readonly VersionDifference[]>;
  close(): Promise<void>;
};

type Updates = readonly Uint8Array[];

/** Memory of one thread, megabytes: a document that needs more fails alone, not the process. */
const threadMemory = 1_024;
/** A thread that had nothing to do for this long (ms) ends and gives its memory back. */
const idleFor = 20_000;

/** Starts the pool; threads come and go with the work. */
export function createWorkers(): Workers {
  const pool = new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: idleFor,
    resourceLimits: { maxOldGenerationSizeMb: threadMemory },
  });
  let closing = false;
  async function run<K extends Task['kind']>(task: Extract<Task, { kind: K }>): Promise<TaskResults[K]> {
    try {
      return (await pool.run(task)) as TaskResults[K];
    } catch (error) {
      if (closing) throw new Fault('the server is going away', { cause: error });
      throw error;
    }
  }
  return {
    async fold(_documentId, { seq, updates }) {
      const { state, knowledge } = await run<'fold'>({ kind: 'fold', updates });
      return { seq, state, knowledge };
    },
    digest: (updates) => run<'digest'>({ kind: 'digest', updates }),
    outcomes: (updates, gone, sent) => run<'outcomes'>({ kind: 'outcomes', updates, gone, sent }),
    words: (updates) => run<'words'>({ kind: 'words', updates }),
    state: (updates, whatFits = false) => run<'state'>({ kind: 'state', updates, whatFits }),
    content: (updates, format) => run<'content'>({ kind: 'content', updates, format }),
    towards: (updates, content, client) => run<'towards'>({ kind: 'towards', updates, content, client }),
    differences: (before, after) => run<'differences'>({ kind: 'differences', before, after }),
    close() {
      closing = true;
      return pool.close({ force: true });
    },
  };
}
