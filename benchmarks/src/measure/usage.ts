import { readdir, readFile } from 'node:fs/promises';

/**
 * Ticks per second in /proc: fixed to 100 for user space. Source: proc(5), `sysconf(_SC_CLK_TCK)`
 * on Linux.
 */
const ticksPerSecond = 100;
const pageBytes = 4_096;

type Stat = {
  readonly parent: number;
  readonly own: number;
  readonly ended: number;
  readonly residentPages: number;
};

/** Returns the CPU time of a process with all its threads (ms), or NaN without /proc. */
export async function cpuOf(pid: number): Promise<number> {
  return inMilliseconds((await statOf(pid))?.own ?? Number.NaN);
}

/**
 * Returns the CPU time of a process and its children, ended ones included (ms): PostgreSQL with its
 * backends.
 */
export async function cpuOfFamily(pid: number): Promise<number> {
  const stat = await statOf(pid);
  if (stat === null) return Number.NaN;
  let ticks = stat.own + stat.ended;
  for (const name of await readdir('/proc')) {
    const child = /^\d+$/.test(name) ? await statOf(Number(name)) : null;
    if (child?.parent === pid) ticks += child.own;
  }
  return inMilliseconds(ticks);
}

/** Returns the resident memory of a process (bytes). */
export async function residentBytes(pid: number): Promise<number> {
  return ((await statOf(pid))?.residentPages ?? Number.NaN) * pageBytes;
}

/**
 * Returns the memory of a process (bytes), optionally with its children. Shared memory is divided
 * among the processes that share it. NaN without /proc. Source: proc(5), smaps_rollup, Pss.
 */
export async function proportionalBytesOfFamily(
  pid: number,
  withChildren: boolean,
): Promise<number> {
  const own = await proportionalBytes(pid);
  if (!withChildren) return own;
  let bytes = own;
  for (const name of await readdir('/proc')) {
    const child = /^\d+$/.test(name) ? await statOf(Number(name)) : null;
    if (child?.parent === pid) bytes += (await proportionalBytes(Number(name))) || 0;
  }
  return bytes;
}

async function proportionalBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? Number.NaN) * 1_024;
}

function inMilliseconds(ticks: number): number {
  return (ticks / ticksPerSecond) * 1_000;
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
    own: field(14) + field(15),
    ended: field(16) + field(17),
    residentPages: field(24),
  };
}
