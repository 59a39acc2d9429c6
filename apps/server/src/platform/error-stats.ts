import { createHash } from 'node:crypto';

/** A counted error. `place`: the first of our files and lines in its stack. */
export type CountedError = {
  readonly fingerprint: string;
  readonly kind: 'bug' | 'fault';
  readonly name: string;
  readonly place: string;
  readonly count: number;
  readonly firstSeen: number;
  readonly lastSeen: number;
};

/** Collects errors since the last `take`. */
export interface ErrorStats {
  /** Counts an error. Its message is not stored, because it may contain user text. */
  note(error: unknown, kind: CountedError['kind']): void;
  take(): CountedError[];
  /** Returns the number of errors of each kind since the process began. */
  totals(): Readonly<Record<CountedError['kind'], number>>;
}

/** Maximum number of different errors between two calls of `take`. Further ones are dropped. */
const differentMax = 200;

/** Returns the name of an error, with its code if there is one. */
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

/** Creates {@link ErrorStats}. `now` returns milliseconds. */
export function createErrorStats(now: () => number): ErrorStats {
  const stats = new Map<string, CountedError>();
  const totals = { bug: 0, fault: 0 };
  return {
    note(error, kind) {
      totals[kind] += 1;
      const [name, place, at] = [nameOf(error), placeOf(error), now()];
      const fingerprint = createHash('sha256')
        .update(`${kind}\n${name}\n${place}`)
        .digest('hex')
        .slice(0, 16);
      const before = stats.get(fingerprint);
      if (before === undefined && stats.size >= differentMax) return;
      const { count, firstSeen } = before ?? { count: 0, firstSeen: at };
      stats.set(fingerprint, {
        fingerprint,
        kind,
        name,
        place,
        count: count + 1,
        firstSeen,
        lastSeen: at,
      });
    },
    take() {
      const taken = [...stats.values()];
      stats.clear();
      return taken;
    },
    totals: () => ({ ...totals }),
  };
}
