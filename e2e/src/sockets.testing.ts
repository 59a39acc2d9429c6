import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Person } from '@longhand/driver';

/** Waits until the server closes a socket. Returns the close code and the reason. */
export function untilClosed(socket: WebSocket): Promise<{ code: number; reason: string }> {
  return new Promise((resolve, reject) => {
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    socket.once('error', reject);
    setTimeout(() => reject(new Error('the server did not close')), 60_000).unref();
  });
}

/**
 * Returns the request head with which a browser opens a WebSocket, for a client that then sends
 * arbitrary bytes.
 */
export function upgradeHead(path: string, host: string, person: Person): string {
  return [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    'Sec-WebSocket-Version: 13',
    `Cookie: ${person.cookie()}`,
    '\r\n',
  ].join('\r\n');
}

/** Resolves after a time (ms). */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Resolves when a socket is open. */
export function untilOpen(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
}

/** Encodes a length as lib0 does. */
export function varLength(length: number): Buffer {
  const bytes: number[] = [];
  for (let rest = length; ; rest = Math.floor(rest / 128)) {
    bytes.push(rest > 127 ? (rest % 128) + 128 : rest);
    if (rest <= 127) return Buffer.from(bytes);
  }
}

/** Encodes a text as lib0 does: its length in bytes, and its bytes. */
export function varText(text: string): Buffer {
  return Buffer.concat([varLength(Buffer.byteLength(text)), Buffer.from(text)]);
}
