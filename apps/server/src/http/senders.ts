import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { hashOf } from '../platform/secrets.ts';

/** Header with the secret that all nodes share. */
export const nodeHeader = 'x-longhand-node';

/** True if an address is that of a trusted proxy. */
export type IsProxy = (address: string, hop: number) => boolean;

/** Returns a function that is true for the headers of another node, which have the secret. */
export function createNodeCheck(secret: string): (headers: IncomingHttpHeaders) => boolean {
  const expected = hashOf(secret);
  return ({ [nodeHeader]: given }) =>
    typeof given === 'string' && timingSafeEqual(hashOf(given), expected);
}

/** Senders of requests whose request ids and traces are continued. */
export type Senders = {
  /** Null if no proxy is trusted. */
  readonly isProxy: IsProxy | null;
  /** True if a request was sent by a trusted proxy or another node. */
  isTrusted(request: IncomingMessage): boolean;
};

/**
 * Creates the {@link Senders}.
 *
 * @param proxies addresses and networks of the trusted proxies; false for none
 * @param nodeSecret secret of the nodes; null for a single process
 */
export function createSenders(
  proxies: false | readonly string[],
  nodeSecret: string | null,
): Senders {
  const isProxy = proxies === false ? null : proxyAddress.compile([...proxies]);
  const isNode = nodeSecret === null ? () => false : createNodeCheck(nodeSecret);
  return {
    isProxy,
    isTrusted: ({ socket, headers }) =>
      isNode(headers) || (isProxy?.(socket.remoteAddress ?? '', 0) ?? false),
  };
}
