import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCrowdedProduct, type CrowdedProduct } from './everyone-returns.ts';

/** `npm run soak -- connections` has 10,000 pages, and goals for durations. */
const count = { pages: 200, documents: 10 };

let product: CrowdedProduct;

beforeAll(async () => {
  product = await startCrowdedProduct(count);
}, 300_000);
afterAll(() => product.close());

test.each(['killed', 'cut'] as const)(
  `${count.pages} pages return when their connections are %s, and users sign in meanwhile`,
  async (how) => {
    const { back, signIns, failedSignIns, without } = await product.everyoneReturns(how);
    expect(back).toHaveLength(count.pages);
    expect(signIns.length).toBeGreaterThan(0);
    expect({ failedSignIns, without }).toEqual({ failedSignIns: [], without: 0 });
  },
  300_000,
);
