import { existsSync } from 'node:fs';
import { EmbeddedError } from '@longhand/embedded-postgres';
import { confirmOwnUpgrades } from './db/embedded.ts';
import { ConfigError, readConfig } from './platform/config.ts';
import { Fault } from './platform/fault.ts';

// npm run confirm-upgrade: removes the databases that upgrades of PostgreSQL have kept.
try {
  const { dataDir } = readConfig();
  if (!existsSync(dataDir))
    throw new Fault(
      `The data folder ${dataDir} does not exist. Set DATA_DIR to the data folder of your server.`,
    );
  const removed = await confirmOwnUpgrades(dataDir);
  const lines = removed.map((path) => `${path} was removed.`);
  process.stdout.write(`${lines.join('\n') || 'No upgrade has kept a database.'}\n`);
} catch (error) {
  const isSentence = [ConfigError, EmbeddedError, Fault].some((kind) => error instanceof kind);
  process.stderr.write(`${isSentence ? (error as Error).message : String(error)}\n`);
  process.exitCode = 1;
}
