import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

// Tests are no stopwatches: with the default of 5 s a busy machine fails tests that are right.
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };
/** What every project has: one seed for all that is random, said when a test fails and repeated by `SEED=…`. */
const common = {
  ...patience,
  // Some tests have a short form for `npm test` and a long one for `npm run test:long`, others a long one alone. CI runs the long ones.
  exclude: [...configDefaults.exclude, `**/*.${process.env['LONG'] === undefined ? 'long' : 'short'}.test.ts`],
  setupFiles: [fileURLToPath(new URL('./scripts/testing/seeds.ts', import.meta.url))],
};

export default defineConfig({
  test: {
    // Most tests wait for a disk, a process or a socket: four workers leave a quarter of two cores idle.
    maxWorkers: 6,
    projects: [
      { test: { name: 'packages', include: ['packages/*/src/**/*.test.ts'], ...common } },
      { test: { name: 'web', include: ['apps/web/src/**/*.test.{ts,tsx}'], ...common } },
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'], ...common } },
      // The whole product as a process, killed and started again.
      { test: { name: 'e2e', include: ['e2e/src/**/*.test.ts', 'driver/src/**/*.test.ts'], ...common } },
      { test: { name: 'benchmarks', include: ['benchmarks/src/**/*.test.ts'], ...common } },
      {
        test: {
          name: 'server',
          // Nothing in the house keeps state in a module, so files may share what they load: loading it all for each takes longer than its tests.
          isolate: false,
          ...common,
          include: ['apps/server/src/**/*.test.ts'],
          // One real PostgreSQL for the run; every file copies a database of its own.
          globalSetup: ['apps/server/src/db/testing.setup.ts'],
          provide: { testDatabaseUrl: process.env.TEST_DATABASE_URL ?? '' },
        },
      },
    ],
  },
});
