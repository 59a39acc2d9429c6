import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Location } from '../platform/setting-types.ts';
import { Fault } from '../platform/fault.ts';

/** A request to a store. `sha256`: hash of the body, in hex. */
export type S3Call = {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: { readonly bytes: Readable; readonly size: number; readonly sha256: string };
};

/** Inactivity timeout after which a store counts as unreachable (ms). */
const silenceMax = 30_000;

const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

async function signed(
  { endpoint, bucket, region, login }: S3Location,
  { method, path, body }: S3Call,
) {
  const signer = new AwsV4Signer({
    method,
    url: `${endpoint}/${bucket}/${path}`,
    accessKeyId: login.key,
    secretAccessKey: login.secret,
    service: 's3',
    region,
    // The store verifies the received body against this hash, so that no corrupted data is stored.
    headers: { 'x-amz-content-sha256': body?.sha256 ?? emptySha256 },
  });
  const { url, headers } = await signer.sign();
  return { url, headers: Object.fromEntries([...headers]) };
}

function away(error: unknown): Fault {
  return new Fault('The file store cannot be reached', { cause: error });
}

/**
 * Sends one request and resolves with the response head. The caller must read the body. Throws a
 * `Fault` if the store is unreachable. Bodies are streamed, not buffered. Source: AWS Signature
 * Version 4; Amazon S3 API.
 */
export async function callS3(location: S3Location, call: S3Call): Promise<IncomingMessage> {
  const { url, headers } = await signed(location, call);
  const { method, body } = call;
  const open = url.protocol === 'https:' ? requestHttps : requestHttp;
  const length = body === undefined ? {} : { 'content-length': String(body.size) };
  const sent = open(url, { method, headers: { ...headers, ...length }, timeout: silenceMax });
  sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve);
    sent.on('error', (error) => reject(away(error)));
  });
  const sending = body === undefined ? Promise.resolve(sent.end()) : pipeline(body.bytes, sent);
  // A refusing store may respond before it has read everything. Its response is more informative
  // than the broken pipe.
  const [answer] = await Promise.allSettled([answered, sending]);
  if (answer.status === 'rejected') throw answer.reason;
  return answer.value;
}
