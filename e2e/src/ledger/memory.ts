import { readFileSync } from 'node:fs';

/** Resident memory of a process now, and its maximum so far (bytes). */
export type Memory = { readonly now: number; readonly most: number };

/** Returns the {@link Memory} of a process, from `/proc` of Linux. */
export function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kibibytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1]);
  return { now: kibibytes('VmRSS') * 1024, most: kibibytes('VmHWM') * 1024 };
}

/** Returns a number of bytes in MB, rounded. */
export const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
