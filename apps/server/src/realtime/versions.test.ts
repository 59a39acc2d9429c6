import { expect, test } from 'vitest';
import { schemaVersion } from '@longhand/document';
import { subprotocol } from '@longhand/sync/protocol';

/** Subprotocol of each version of the document schema. A new version adds a line. */
const subprotocols: Readonly<Record<number, string>> = { 6: 'longhand.5' };

test('[WIRE1] each version of the document schema has a subprotocol of its own, so that older pages reload', () => {
  const names = Object.values(subprotocols);
  expect(new Set(names).size).toBe(names.length);
  expect(subprotocols[schemaVersion], `a subprotocol of schema ${schemaVersion}`).toBeDefined();
  const last = Math.max(...Object.keys(subprotocols).map(Number));
  expect(last).toBe(schemaVersion);
  const numberOf = (name = ''): number => Number(name.split('.')[1]);
  // The wire format may have changed since, which is a new name too.
  expect(numberOf(subprotocol)).toBeGreaterThanOrEqual(numberOf(subprotocols[schemaVersion]));
});
