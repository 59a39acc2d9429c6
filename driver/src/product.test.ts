import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort, startProduct } from './product.ts';

test('a port that another program took meanwhile is not waited for: the product starts on another one', async () => {
  const taken = await freePort();
  const other = createServer((socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'),
  );
  await new Promise<void>((resolve) => other.listen(taken, '127.0.0.1', resolve));
  const product = await startProduct({ env: {} }, taken);
  expect(product.url).not.toBe(`http://127.0.0.1:${taken}`);
  expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
  await product.close();
  await new Promise((resolve) => other.close(resolve));
});
