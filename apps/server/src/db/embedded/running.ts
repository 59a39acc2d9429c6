import { join } from 'node:path';
import type pg from 'pg';
import { keepSecret } from '../../platform/secret-file.ts';
import { connectionDefaults } from '../connection.ts';
import { findRunning } from './leftover.ts';
import { choosePlace } from './place.ts';

/**
 * Returns connection settings for the running PostgreSQL of a data folder, for a separate command.
 * Returns null if none runs. `dataDir` must be absolute and exist.
 */
export async function reachRunning(dataDir: string): Promise<pg.PoolConfig | null> {
  const place = await choosePlace(dataDir);
  const running = await findRunning(place.cluster);
  if (running === null || running.socketFolder === null) return null;
  const password = await keepSecret(join(place.dataDir, 'database.password'));
  const where = {
    host: running.socketFolder,
    port: 5432,
    user: 'longhand',
    database: 'longhand',
    ssl: false,
  };
  return { ...connectionDefaults(), ...where, password, max: 2 };
}
