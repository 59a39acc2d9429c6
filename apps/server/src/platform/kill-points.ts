/** A moment in the life of an update at which a test may want the process dead. Source: reliability, Faults to inject. */
export const killPointNames = [
  'before-commit',
  'after-commit',
  'before-ack',
  'before-fold',
  'before-snapshot',
  'after-snapshot',
  'while-migrating',
] as const;

/** See {@link killPointNames}. */
export type KillPoint = (typeof killPointNames)[number];

/** Which point kills the process, and at the how-manieth time it is reached. */
export type KillAt = { readonly point: KillPoint; readonly time: number };

/** Told by the code wherever it passes a named point. */
export type KillPoints = { reach(point: KillPoint): void };

function killThisProcess(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** Does nothing without a setting. With one, the process is gone, by SIGKILL, the given time the point is reached. */
export function createKillPoints(setting: KillAt | null, kill: () => void = killThisProcess): KillPoints {
  if (setting === null) return { reach: () => undefined };
  let left = setting.time;
  return {
    reach(point) {
      if (point !== setting.point) return;
      left -= 1;
      if (left === 0) kill();
    },
  };
}
