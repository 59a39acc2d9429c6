import { expect, test as base, type Page } from '@playwright/test';
import { startProduct, type Product } from '@longhand/driver';
import { bundle, webModulePath } from './bundle.ts';

/**
 * Script with the offline copies of a device and a clock that only the test moves, for a page.
 * `reports` opens the storage a second time: it must be on the device, not in the first object.
 */
const source = `
import { openCopies } from '${webModulePath('device/copies/copies.ts')}';
import { confirmedFor, maxCopies } from '${webModulePath('device/copies/bounds.ts')}';
let now = Date.UTC(2030, 0, 1);
const open = () => openCopies(() => indexedDB, () => now);
const copies = open();
const state = new Uint8Array([1, 2, 3]);
globalThis.device = {
  confirmedFor,
  maxCopies,
  wait: (ms) => { now += ms; },
  belongTo: (id) => copies.belongTo({ id }),
  person: async () => (await copies.person())?.id ?? null,
  keep: (userId, id, favourite = false) => copies.keep(userId, { id, favourite, title: id }),
  save: (userId, id) => copies.textOf(userId, id).save({ epoch: 1, seq: 7, state }),
  async load(userId, id) {
    const copy = await copies.textOf(userId, id).load();
    return copy && { epoch: copy.epoch, seq: copy.seq, state: [...copy.state] };
  },
  async reports() {
    const again = open();
    const [about, list] = [await again.about('letter'), await again.list()];
    const text = await again.textOf('ada', 'letter').load();
    again.close();
    return { about: about?.id ?? null, list: list.map(({ id }) => id), hasText: text !== null };
  },
};
`;

/** The functions of `source`, in the page. */
type Device = {
  readonly confirmedFor: number;
  readonly maxCopies: { readonly others: number; readonly favourites: number };
  wait(ms: number): void;
  belongTo(id: string): Promise<void>;
  person(): Promise<string | null>;
  keep(userId: string, id: string, favourite?: boolean): Promise<void>;
  save(userId: string, id: string): Promise<void>;
  load(userId: string, id: string): Promise<object | null>;
  reports(): Promise<{ about: string | null; list: string[]; hasText: boolean }>;
};

/** `test` with a page of the product in which the script runs, with an empty storage. */
const test = base.extend<{ at: Page }, { product: Product; script: string }>({
  product: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.close();
    },
    { scope: 'worker', timeout: 400_000 },
  ],
  script: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => use(await bundle(source)),
    { scope: 'worker' },
  ],
  at: async ({ page, product, script }, use) => {
    await page.goto(`${product.url}/healthz`);
    await page.evaluate(script);
    await use(page);
  },
});

/** Runs `work` in the page. It must not refer to anything outside of itself. */
const inPage = <T>(page: Page, work: (device: Device) => Promise<T>): Promise<T> =>
  page.evaluate(`(${String(work)})(globalThis.device)`) as Promise<T>;

/** In a page: Ada opens a letter, whose text is saved. */
const openLetter = async (device: Device): Promise<void> => {
  await device.belongTo('ada');
  await device.keep('ada', 'letter');
  await device.save('ada', 'letter');
};

const kept = { about: 'letter', list: ['letter'], hasText: true };
const nothing = { about: null, list: [], hasText: false };

test('offline copies are available until the confirmation of their user has expired, and are then deleted', async ({
  at,
}) => {
  await inPage(at, openLetter);
  const before = await inPage(at, async (device) => {
    device.wait(device.confirmedFor - 1);
    return [await device.person(), await device.reports(), await device.load('ada', 'letter')];
  });
  expect(before).toEqual(['ada', kept, { epoch: 1, seq: 7, state: [1, 2, 3] }]);
  const after = await inPage(at, async (device) => {
    device.wait(1);
    return [await device.person(), await device.reports(), await device.person()];
  });
  expect(after).toEqual([null, nothing, null]);
});

test('confirming the user again extends the availability of the offline copies', async ({ at }) => {
  await inPage(at, openLetter);
  const found = await inPage(at, async (device) => {
    device.wait(device.confirmedFor - 1);
    await device.belongTo('ada');
    device.wait(device.confirmedFor - 1);
    return [await device.person(), await device.reports()];
  });
  expect(found).toEqual(['ada', kept]);
});

test('offline copies are deleted when the clock of the device was set back', async ({ at }) => {
  await inPage(at, openLetter);
  const found = await inPage(at, async (device) => {
    device.wait(-1);
    return [await device.person(), await device.reports()];
  });
  expect(found).toEqual([null, nothing]);
});

test('offline copies are deleted when another user signs in, and are read by their user only', async ({
  at,
}) => {
  await inPage(at, openLetter);
  const found = await inPage(at, async (device) => {
    const foreign = await device.load('ben', 'letter');
    await device.belongTo('ben');
    return [foreign, await device.person(), await device.reports()];
  });
  expect(found).toEqual([null, 'ben', nothing]);
});

test('the text of a document whose copy was evicted is not saved again', async ({ at }) => {
  await inPage(at, openLetter);
  const found = await inPage(at, async (device) => {
    await device.keep('ada', 'starred', true);
    for (let n = 0; n < device.maxCopies.others; n += 1) {
      device.wait(1);
      await device.keep('ada', `other ${n}`);
    }
    await device.save('ada', 'letter');
    await device.save('ada', 'starred');
    return device.reports();
  });
  expect(found).toEqual({ ...nothing, list: ['starred'] });
});
