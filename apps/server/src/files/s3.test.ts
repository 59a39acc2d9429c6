import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Fault } from '../platform/fault.ts';
import { readConfig } from '../platform/config.ts';
import type { Files } from './files.ts';
import { holdsForFiles } from './files.rules.ts';
import { openFiles } from './open.ts';
import { openBucket, type TestBucket } from './s3.testing.ts';

let folder: string;
let bucket: TestBucket;
let files: Files;
let port: number;

function open(url: string): Promise<Files> {
  return openFiles(readConfig({ DATA_DIR: folder, S3_URL: url }), Date.now(), {
    has: async () => true,
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longhand-files-'));
  bucket = await openBucket();
  port = Number(new URL(bucket.location.endpoint).port);
  files = await open(`s3://S3RVER:S3RVER@127.0.0.1:${port}/longhand?tls=off`);
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true });
});

describe('the file store in an S3 bucket', () => {
  holdsForFiles(
    () => files,
    () => readdir(join(folder, 'files', 'incoming')),
  );
});

const key = '0192f0c1-7a00-7000-8000-0123456789ab';
async function* one() {
  yield Buffer.from('x');
}

/** Returns the outcome of each method of an unusable store. */
async function outcomes(broken: Files): Promise<unknown[]> {
  const calls = [broken.put(key, one()), broken.get(key), broken.remove(key), broken.head(key)];
  return (await Promise.allSettled(calls)).map((call) =>
    call.status === 'rejected' ? (call.reason as unknown) : call.value,
  );
}

test.each([
  ['that refuses the access key', () => `s3://SOMEBODY:S3RVER@127.0.0.1:${port}/longhand?tls=off`],
  ['that is unreachable', () => 's3://S3RVER:S3RVER@127.0.0.1:9/longhand?tls=off'],
  ['that does not support TLS', () => `s3://S3RVER:S3RVER@127.0.0.1:${port}/longhand`],
])('an S3 store %s is a fault, and leaves no incomplete files', async (_what, url) => {
  for (const outcome of await outcomes(await open(url()))) expect(outcome).toBeInstanceOf(Fault);
  expect(await readdir(join(folder, 'files', 'incoming'))).toEqual([]);
});

test('storing a file in a missing bucket is a fault', async () => {
  const broken = await open(`s3://S3RVER:S3RVER@127.0.0.1:${port}/elsewhere?tls=off`);
  await expect(broken.put(key, one())).rejects.toThrow(Fault);
});

describe('an S3 store that closes connections', () => {
  let rude: Server;
  beforeAll(async () => {
    rude = createServer((request) => request.socket.destroy());
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void rude.close());

  test('is reported as a fault', async () => {
    const { port: rudePort } = rude.address() as AddressInfo;
    const broken = await open(`s3://S3RVER:S3RVER@127.0.0.1:${rudePort}/longhand?tls=off`);
    for (const outcome of await outcomes(broken)) expect(outcome).toBeInstanceOf(Fault);
  });
});
