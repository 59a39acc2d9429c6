import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'packages', include: ['packages/*/src/**/*.test.ts'] } },
      { test: { name: 'web', include: ['apps/web/src/**/*.test.{ts,tsx}'] } },
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'] } },
      // These start the product whole, and look at it from outside.
      { test: { name: 'outside', include: ['e2e/src/**/*.test.ts', 'driver/src/**/*.test.ts'] } },
      // The whole product as a process, killed and started again: each file by itself takes a minute at most.
      { test: { name: 'e2e', include: ['e2e/src/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'benchmarks', include: ['benchmarks/src/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 } },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          // One real PostgreSQL for the run; every file copies a database of its own.
          globalSetup: ['apps/server/src/db/testing.setup.ts'],
          provide: { testDatabaseUrl: process.env.TEST_DATABASE_URL ?? '' },
        },
      },
    ],
  },
});
