import { expect, test } from 'vitest';
import { openDeviceDatabase } from './device-database.ts';

/** A storage that answers a request to open a database when the test says so. */
function createStorage() {
  const request = { onerror: () => undefined as void, error: new DOMException('', 'AbortError') };
  const factory = { open: () => request } as unknown as IDBFactory;
  return { factory, fail: () => request.onerror() };
}

test('a database that is closed while it cannot be opened is reported to its user only', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', note);
  const { factory, fail } = createStorage();
  const database = openDeviceDatabase(
    {
      name: 'test',
      stores: ['texts'],
      durability: 'relaxed',
      comesBack: false,
      make: () => undefined,
    },
    () => factory,
  );
  const read = database.run('readonly', (store) => store('texts').get('a'));
  database.close();
  fail();
  await expect(read).rejects.toThrow(DOMException);
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});
