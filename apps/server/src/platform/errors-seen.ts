import { createHash } from 'node:crypto';

/** An error as it is counted. `place`: the first file and line of ours in its stack. */
export type SeenError = {
  readonly fingerprint: string;
  readonly kind: 'bug' | 'fault';
  readonly name: string;
  readonly place: string;
  readonly count: number;
  readonly firstSeen: number;
  readonly lastSeen: number;
};

/** Errors that were seen since they were last taken. */
export interface ErrorsSeen {
  /** Counts an error. Nothing of its message is kept: that may hold what people wrote. */
  note(error: unknown, kind: SeenError['kind']): void;
  take(): SeenError[];
  /** How many there were of each kind since the process began. */
  totals(): Readonly<Record<SeenError['kind'], number>>;
}

/** Different errors that are remembered between two takings; a flood of ever new ones is cut off. */
const differentMax = 200;

/** The kind of an error, with its code where it has one. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown';
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  return `${error.name}${code}`.slice(0, 100);
}

function placeOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const folder = /(?:apps\/server|packages\/\w{1,40})\/src\//.exec(stack);
  const ours = folder && /^[\w./-]+\.ts:\d+/.exec(stack.slice(folder.index + folder[0].length));
  const anybodys = /node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\//.exec(stack);
  return ours?.[0] ?? anybodys?.[1] ?? 'elsewhere';
}

/** Makes {@link ErrorsSeen}; `now` in milliseconds. */
export function createErrorsSeen(now: () => number): ErrorsSeen {
  const seen = new Map<string, SeenError>();
  const totals = { bug: 0, fault: 0 };
  return {
    note(error, kind) {
      totals[kind] += 1;
      const [name, place, at] = [nameOf(error), placeOf(error), now()];
      const fingerprint = createHash('sha256').update(`${kind}\n${name}\n${place}`).digest('hex').slice(0, 16);
      const before = seen.get(fingerprint);
      if (before === undefined && seen.size >= differentMax) return;
      const { count, firstSeen } = before ?? { count: 0, firstSeen: at };
      seen.set(fingerprint, { fingerprint, kind, name, place, count: count + 1, firstSeen, lastSeen: at });
    },
    take() {
      const taken = [...seen.values()];
      seen.clear();
      return taken;
    },
    totals: () => ({ ...totals }),
  };
}
