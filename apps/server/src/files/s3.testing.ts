import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Location } from '../platform/setting-types.ts';
import { callS3 } from './s3-calls.ts';

/** An S3 server with one bucket, on this machine. */
export type TestBucket = {
  readonly location: S3Location;
  /** Folder of the server's objects. */
  readonly folder: string;
  /** Returns an object as text; null if there is none. */
  read(path: string): Promise<string | null>;
  close(): Promise<void>;
};

/** Starts an S3 server with an empty bucket. */
export async function openBucket(): Promise<TestBucket> {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 'store'),
    configureBuckets: [{ name: 'longhand', configs: [] }],
  });
  const { port } = (await server.run()) as AddressInfo;
  const login = { key: 'S3RVER', secret: 'S3RVER' };
  const endpoint = `http://127.0.0.1:${port}`;
  const location: S3Location = { endpoint, bucket: 'longhand', region: 'us-east-1', login };
  return {
    location,
    folder,
    async read(path) {
      const answer = await callS3(location, { method: 'GET', path });
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      return answer.statusCode === 200 ? Buffer.concat(chunks).toString() : null;
    },
    async close() {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}
