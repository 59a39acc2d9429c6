import { readdir, readFile } from 'node:fs/promises';

/**
 * Ticks per second in /proc: fixed to 100 for user space. Source: proc(5), `sysconf(_SC_CLK_TCK)`
 * on Linux.
 */
const ticksPerSecond = 100;
const pageBytes = 4_096;

type Stat = {
  readonly parent: number;
  readonly program: string;
  readonly own: number;
  readonly ended: number;
  readonly residentPages: number;
};

/**
 * Returns the processes of a server: the process, and its children that run the same program. These
 * are the processes in which Longhand builds documents, or the backends of PostgreSQL.
 */
async function processesOf(pid: number): Promise<ReadonlyMap<number, Stat>> {
  const first = await statOf(pid);
  if (first === null) return new Map();
  const processes = new Map([[pid, first]]);
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await statOf(Number(name)) : null;
    if (stat?.parent === pid && stat.program === first.program) processes.set(Number(name), stat);
  }
  return processes;
}

/**
 * Returns the CPU time of a server (ms): its process and children with all their threads, ended
 * ones included. NaN without /proc.
 */
export async function cpuOf(pid: number): Promise<number> {
  if ((await statOf(pid)) === null) return Number.NaN;
  const processes = await processesOf(pid);
  const ended = processes.get(pid)?.ended ?? 0;
  const ticks = [...processes.values()].reduce((sum, { own }) => sum + own, ended);
  return (ticks / ticksPerSecond) * 1_000;
}

/** Returns the resident memory of a process (bytes). */
export async function residentBytes(pid: number): Promise<number> {
  return ((await statOf(pid))?.residentPages ?? Number.NaN) * pageBytes;
}

/**
 * Returns the memory of a server (bytes): its process and children. Shared memory is divided among
 * the processes that share it. NaN without /proc. Source: proc(5), smaps_rollup, Pss.
 */
export async function proportionalBytes(pid: number): Promise<number> {
  let bytes = await ownProportionalBytes(pid);
  for (const member of (await processesOf(pid)).keys())
    if (member !== pid) bytes += (await ownProportionalBytes(member)) || 0;
  return bytes;
}

async function ownProportionalBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? Number.NaN) * 1_024;
}

async function statOf(pid: number): Promise<Stat | null> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (line === null) return null;
  // The second field, the name, is in parentheses and may contain any character; the rest starts
  // with field 3. Source: proc(5).
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const field = (number: number): number => Number(fields[number - 3]);
  return {
    parent: field(4),
    program: line.slice(line.indexOf('(') + 1, line.lastIndexOf(')')),
    own: field(14) + field(15),
    ended: field(16) + field(17),
    residentPages: field(24),
  };
}
