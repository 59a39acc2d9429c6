import type { TestProject } from 'vitest/node';
import { openTestDatabases } from './testing.ts';

/**
 * Vitest global setup: opens and closes the test server. `TEST_DATABASE_URL` is passed through the
 * configuration.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const address = project.config.provide.testDatabaseUrl ?? '';
  const server = await openTestDatabases(address === '' ? null : address);
  project.provide('testServer', { connection: server.connection, template: server.template });
  return server.stop;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server to use instead of an embedded one; empty for none. */
    testDatabaseUrl: string;
  }
}
