import { browserOptions } from '@longhand/driver';
import { defineConfig } from '@playwright/test';

const isLong = process.env['LONG'] !== undefined;

/**
 * Some journeys have a short form for `npm test` and a long one for `npm run test:long`, which CI
 * runs.
 */
const otherForm = `**/*.${isLong ? 'short' : 'long'}.spec.ts`;

export default defineConfig({
  testDir: 'journeys',
  // Pages of three users who type at once occupy a core: more than two such journeys at once keep
  // each other, and all journeys beside them, waiting for minutes.
  projects: [
    {
      name: 'three users',
      testMatch: '**/three-users/*.spec.ts',
      testIgnore: otherForm,
      workers: 2,
    },
    { name: 'journeys', testIgnore: [otherForm, '**/three-users/**'] },
  ],
  // Each file starts its own product.
  fullyParallel: false,
  // A journey waits for half of its time: three workers leave a quarter of two cores idle.
  workers: 4,
  // Timeouts only detect hangs: a busy machine takes three times as long.
  timeout: 400_000,
  expect: { timeout: 60_000 },
  // A product that does not start fails every journey after its full timeout: hours without these
  // two limits.
  maxFailures: 5,
  globalTimeout: (isLong ? 60 : 45) * 60_000,
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    // Recording a trace costs a third of the time; set TRACE=1 to examine a failure.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...browserOptions(),
      args: [
        ...browserOptions().args,
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
