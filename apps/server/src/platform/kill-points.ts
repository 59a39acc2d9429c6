/**
 * Points in the processing of an update at which a test can kill the process. `before-store` and
 * `after-store`: entries of the journal are stored in the database. `upgrade-…`: steps of an
 * upgrade of the embedded PostgreSQL.
 */
export const killPointNames = [
  'before-commit',
  'after-commit',
  'before-ack',
  'before-compaction',
  'before-snapshot',
  'after-snapshot',
  'before-store',
  'after-store',
  'while-replaying',
  'while-migrating',
  'upgrade-created',
  'upgrade-copied',
  'upgrade-kept',
  'upgrade-swapped',
] as const;

/** See {@link killPointNames}. */
export type KillPoint = (typeof killPointNames)[number];

/** Point that kills the process, and the number of times it must be reached. */
export type KillAt = { readonly point: KillPoint; readonly time: number };

/** Called by the code at each named point. */
export type KillPoints = { reach(point: KillPoint): void };

function killThisProcess(): void {
  process.kill(process.pid, 'SIGKILL');
}

/**
 * Creates the {@link KillPoints}. Without a setting they do nothing. With one, SIGKILL ends the
 * process when the point is reached for the given time.
 */
export function createKillPoints(
  setting: KillAt | null,
  kill: () => void = killThisProcess,
): KillPoints {
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
