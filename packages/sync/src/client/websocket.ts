import { subprotocol } from '../protocol/frame.ts';
import type { Connect } from './link-types.ts';

/** The part of the WebSocket interface, in browsers and Node, that a link uses. */
export type WebSocketLike = {
  binaryType: string;
  readonly readyState: number;
  send(data: Uint8Array): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(
    type: 'close',
    listener: (event: { code: number; reason: string }) => void,
  ): void;
};

/**
 * `WebSocket.CLOSING`: from this state on nothing is sent; browsers log an error for each attempt.
 */
const closing = 2;

/**
 * Connects a link through WebSockets created by `open`. A socket that fails without closing is
 * reported as closed with 1006.
 */
export function throughWebSocket(
  url: string,
  open: (url: string, protocols: string[]) => WebSocketLike,
): Connect {
  return (events) => {
    const socket = open(url, [subprotocol]);
    socket.binaryType = 'arraybuffer';
    let over = false;
    const end = (code: number, reason: string): void => {
      if (over) return;
      over = true;
      events.closed(code, reason);
    };
    socket.addEventListener('open', () => events.opened());
    socket.addEventListener('message', (event) => {
      if (!over && event.data instanceof ArrayBuffer) events.frame(new Uint8Array(event.data));
    });
    socket.addEventListener('close', (event) => end(event.code, event.reason));
    socket.addEventListener('error', () => end(1006, 'the connection failed'));
    return {
      send: (frame) => {
        if (!over && socket.readyState < closing) socket.send(frame);
      },
      close: () => {
        end(1000, 'closed here');
        socket.close();
      },
    };
  };
}
