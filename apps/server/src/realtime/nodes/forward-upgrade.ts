import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import { Fault } from '../../platform/fault.ts';

/**
 * Header of a request that another node has forwarded. It is not forwarded again. A client that
 * sends it can only prevent that its request is forwarded.
 */
export const forwardedHeader = 'x-longhand-forwarded';

/** Time limit for the response of the other node (ms). */
const answerWithin = 5_000;

/**
 * Forwards the upgrade of a WebSocket to the node that has the room, and connects both streams. The
 * other node checks the session, the origin and the rights.
 *
 * @param url address of the other node
 * @param failed called with a `Fault` if the other node cannot be reached; the client's stream is
 *   closed then, and its page connects again
 */
export function forwardUpgrade(
  request: IncomingMessage,
  { stream, head }: { stream: Duplex; head: Buffer },
  url: string,
  failed: (error: unknown) => void,
): void {
  const open = url.startsWith('https:') ? requestHttps : requestHttp;
  const sent = open(new URL(request.url ?? '/', url), {
    headers: { ...request.headers, [forwardedHeader]: '1' },
    timeout: answerWithin,
  });
  const fail = (cause: unknown): void => {
    // A client that leaves meanwhile ends the request, too.
    if (!stream.destroyed)
      failed(new Fault(`The node at ${url} cannot be reached. Check its NODE_URL.`, { cause }));
    stream.destroy();
  };
  stream.on('error', () => sent.destroy());
  stream.on('close', () => sent.destroy());
  sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
  sent.on('error', fail);
  sent.on('response', (answer) => {
    answer.resume();
    fail(new Error(`the other node answered with status ${answer.statusCode}`));
  });
  sent.on('upgrade', (answer, other, otherHead) => {
    sent.off('error', fail);
    sent.on('error', () => undefined);
    stream.write(headOf(answer));
    join(stream, other);
    if (otherHead.length > 0) stream.write(otherHead);
    if (head.length > 0) other.write(head);
  });
  sent.end();
}

/** Returns the head of the response as the other node has sent it. */
function headOf({ rawHeaders }: IncomingMessage): string {
  const lines = ['HTTP/1.1 101 Switching Protocols'];
  for (let at = 0; at < rawHeaders.length; at += 2)
    lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Connects two streams in both directions. If one of them closes, the other one is closed. */
function join(a: Duplex, b: Duplex): void {
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    from.pipe(to);
  }
  for (const socket of [a, b])
    if ('setNoDelay' in socket && typeof socket.setNoDelay === 'function') socket.setNoDelay(true);
}
