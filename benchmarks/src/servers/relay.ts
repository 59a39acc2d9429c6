import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { freePort } from '@longhand/driver';
import { inspect } from '../measure/inspector.ts';
import { startProgram } from './program.ts';
import type { Server } from './server.ts';

/** Starts the bare relay. */
export async function startRelay(): Promise<Server> {
  const inspectorPort = await freePort();
  const program = await startProgram(join(import.meta.dirname, 'relay.process.ts'), {
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`,
  });
  return {
    name: 'relay',
    get pid() {
      return program.pid;
    },
    documents: async (count) => Array.from({ length: count }, () => randomUUID()),
    url: (document) => `ws://127.0.0.1:${program.port}/${document}`,
    headers: () => ({}),
    inspect: () => inspect(inspectorPort),
    kill: () => program.kill('SIGKILL'),
    start: () => program.start(),
    close: () => program.kill('SIGTERM'),
  };
}
