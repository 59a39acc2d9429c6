import { expect, test } from 'vitest';
import { jobTable } from './job-table.ts';

test('only imports use the imports queue, so that they do not delay mail and clean-up', () => {
  const inQueue = Object.entries(jobTable).filter(([, { queue }]) => queue === 'imports');
  expect(inQueue.map(([name]) => name)).toEqual(['transfer.import']);
});
