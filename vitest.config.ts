import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { texts } from './apps/web/vite/languages.ts';
import { formsIn, leftOut, readLong } from './scripts/testing/forms.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

// Timeouts only detect hangs: with the default of 5 s, correct tests fail on a busy machine.
const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};
/**
 * Options of every project: one seed for all random choices, printed when a test fails and set by
 * `SEED=…`.
 */
const common = {
  ...patience,
  exclude: [
    ...configDefaults.exclude,
    ...leftOut(formsIn(root, 'test'), readLong(process.env['LONG'])).excluded,
  ],
  setupFiles: [fileURLToPath(new URL('./scripts/testing/seeds.ts', import.meta.url))],
};

/**
 * Options of projects without state in modules. Their test files share loaded modules: loading them
 * per file takes longer than the tests.
 */
const shared = { ...common, isolate: false };

/**
 * Starts property tests first. Each takes minutes: started late, it is the only one to run at the
 * end, on one of the cores.
 */
class PropertiesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isProperty = ({ moduleId }: TestSpecification): boolean =>
      moduleId.endsWith('.property.test.ts');
    return [...sorted.filter(isProperty), ...sorted.filter((file) => !isProperty(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: PropertiesFirst },
    // Most tests wait for a disk, a process or a socket: four workers leave a quarter of two cores
    // idle.
    maxWorkers: 6,
    projects: [
      { test: { name: 'packages', include: ['packages/*/src/**/*.test.ts'], ...shared } },
      {
        plugins: [texts()],
        test: { name: 'web', include: ['apps/web/src/**/*.test.{ts,tsx}'], ...shared },
      },
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'], ...common } },
      // The whole product as a process, killed and restarted.
      {
        test: {
          name: 'e2e',
          include: ['e2e/src/**/*.test.ts', 'driver/src/**/*.test.ts'],
          ...common,
        },
      },
      { test: { name: 'benchmarks', include: ['benchmarks/src/**/*.test.ts'], ...common } },
      {
        test: {
          name: 'server',
          ...shared,
          setupFiles: [...common.setupFiles, 'apps/server/src/testing/compile-cache.setup.ts'],
          include: ['apps/server/src/**/*.test.ts'],
          // One real PostgreSQL server per run; every file copies its own database.
          globalSetup: ['apps/server/src/db/testing.setup.ts'],
          provide: { testDatabaseUrl: process.env.TEST_DATABASE_URL ?? '' },
        },
      },
    ],
  },
});
