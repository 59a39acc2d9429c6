import type { TestProject } from 'vitest/node';
import { openTestDatabases } from './testing.ts';

/** Vitest's hook around a run: opens the server for tests, and closes it. `TEST_DATABASE_URL` comes in through the configuration. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const address = project.config.provide.testDatabaseUrl ?? '';
  const server = await openTestDatabases(address === '' ? null : address);
  project.provide('testServer', { connection: server.connection, template: server.template });
  return server.stop;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The server to use instead of one of our own; empty for none. */
    testDatabaseUrl: string;
  }
}
