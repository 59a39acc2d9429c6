import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { S3Location } from '../platform/setting-types.ts';
import { Fault } from '../platform/fault.ts';
import { pathOf, type Files } from './files.ts';
import { arrive, openIntake } from './intake.ts';
import { callS3 } from './s3-calls.ts';

/** Discards the body of a response. It may contain names that must not be logged. */
function done(answer: IncomingMessage): void {
  answer.resume();
}

function failed(what: string, answer: IncomingMessage): Fault {
  done(answer);
  return new Fault(`The file store did not ${what}: status ${answer.statusCode}`);
}

const isFine = ({ statusCode = 500 }: IncomingMessage): boolean =>
  statusCode >= 200 && statusCode < 300;

/**
 * Opens a file store in a bucket of an S3-compatible store. The store requires the length in
 * advance, so files are first received in `incoming` (absolute path). The store guarantees that
 * objects are complete or missing.
 */
export async function openS3(
  location: S3Location,
  { incoming, now }: { incoming: string; now: number },
): Promise<Files> {
  await openIntake(incoming, now);
  return {
    async put(key, bytes) {
      const to = pathOf(key);
      const { path, size, sha256 } = await arrive(incoming, key, bytes);
      try {
        const body = { bytes: createReadStream(path), size, sha256 };
        const answer = await callS3(location, { method: 'PUT', path: to, body });
        if (!isFine(answer)) throw failed('store a file', answer);
        done(answer);
      } finally {
        await rm(path, { force: true });
      }
    },
    async get(key) {
      const answer = await callS3(location, { method: 'GET', path: pathOf(key) });
      if (isFine(answer)) return answer as AsyncIterable<Buffer>;
      if (answer.statusCode !== 404) throw failed('return a file', answer);
      done(answer);
      return null;
    },
    async remove(key) {
      const answer = await callS3(location, { method: 'DELETE', path: pathOf(key) });
      if (!isFine(answer) && answer.statusCode !== 404) throw failed('remove a file', answer);
      done(answer);
    },
    async head(key) {
      const answer = await callS3(location, { method: 'HEAD', path: pathOf(key) });
      if (!isFine(answer) && answer.statusCode !== 404) throw failed('describe a file', answer);
      done(answer);
      return isFine(answer) ? { size: Number(answer.headers['content-length']) } : null;
    },
  };
}
