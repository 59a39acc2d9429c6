import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort, startProduct } from './product.ts';

/** Occupies a port of this machine. Returns a function that frees it. */
async function occupy(port: number): Promise<() => Promise<void>> {
  const other = createServer((socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'),
  );
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  return () => new Promise((resolve) => other.close(() => resolve()));
}

test('the product starts on another port when the chosen one is already in use', async () => {
  const taken = await freePort();
  const free = await occupy(taken);
  const product = await startProduct({ env: {} }, taken);
  expect(product.url).not.toBe(`http://127.0.0.1:${taken}`);
  expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
  await product.close();
  await free();
});

test('the product starts again on its port when that was in use for a moment after a kill', async () => {
  const product = await startProduct();
  await product.kill('SIGKILL');
  const free = await occupy(Number(new URL(product.url).port));
  const starting = product.start();
  await expect.poll(() => product.errors()).toContain('already listens on port');
  await free();
  await starting;
  expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
  await product.close();
});
