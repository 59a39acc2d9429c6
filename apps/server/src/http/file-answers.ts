import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileAnswer } from '@longhand/contract';

/**
 * Content-Security-Policy of files: regardless of their content they cannot run scripts, load
 * resources or send requests.
 */
const sandbox =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox; frame-ancestors 'none'";

/**
 * Returns a `Content-Disposition` header: ASCII for old browsers, UTF-8 for others. The name is
 * escaped, so that it cannot end the header. Source: RFC 6266.
 */
function dispositionOf(name: string, inline: boolean): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%;/]/g, '_');
  const exact = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${exact}`;
}

/** Sends a file so that a browser treats it only as its declared type. */
export function sendFile(
  reply: FastifyReply,
  { type, name, inline, bytes, length }: FileAnswer,
): FastifyReply {
  const size = bytes instanceof Uint8Array ? bytes.length : length;
  if (size !== undefined) reply.header('content-length', String(size));
  return reply
    .type(type)
    .header('content-disposition', dispositionOf(name, inline === true))
    .header('content-security-policy', sandbox)
    .send(
      bytes instanceof Uint8Array
        ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
        : Readable.from(bytes),
    );
}
