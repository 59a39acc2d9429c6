import { browserOptions } from '@longhand/driver';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { formsIn, leftOut, readLong } from '../scripts/testing/forms.mjs';

const long = readLong(process.env['LONG']);
const root = join(import.meta.dirname, '..');
const otherForms = leftOut(formsIn(root, 'spec'), long).excluded.map((file) => `**/${file}`);

export default defineConfig({
  testDir: 'journeys',
  // Pages of three users who type at once occupy a core: more than two such journeys at once keep
  // each other, and all journeys beside them, waiting for minutes.
  projects: [
    {
      name: 'three users',
      testMatch: '**/three-users/*.spec.ts',
      testIgnore: otherForms,
      workers: 2,
    },
    { name: 'journeys', testIgnore: [...otherForms, '**/three-users/**'] },
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
  globalTimeout: (long === null ? 45 : 60) * 60_000,
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
