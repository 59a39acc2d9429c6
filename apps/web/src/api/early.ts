import type { EarlyRequests, EarlySocket } from './early-script.ts';

/** Time since the start of a page in which the responses of its first calls are used (ms). */
const freshFor = 20_000;

/**
 * Takes the response of a call that the page started before its scripts were loaded (see
 * `earlyScript`), so that the call is not made twice.
 *
 * @param address URL of a call, as {@link fetch} gets it
 * @param method of the call: only a GET is started early
 * @param now time since the start of the page (ms)
 * @returns null if there is none; each is returned once
 */
export function takeEarly(
  requests: EarlyRequests | undefined,
  { address, method, now }: { address: string; method: string | undefined; now: number },
): Promise<Response> | null {
  const path = /^([^?]+)\?_=\d+$/.exec(address)?.[1];
  const early = path === undefined ? undefined : requests?.[path];
  if (requests === undefined || path === undefined || early === undefined || method !== 'GET')
    return null;
  delete requests[path];
  return now > freshFor ? null : early.then(responseOf);
}

function responseOf(answer: Response | Error): Response {
  if (answer instanceof Error) throw answer;
  return answer;
}

/**
 * Takes the connection that the page opened before its scripts were loaded (see `earlyScript`).
 * Its earlier events are dispatched again once listeners can be added.
 *
 * @param page the window
 * @param address URL of the connection
 * @returns null if there is none, or it is closed
 */
export function takeEarlySocket(
  page: { earlySocket?: EarlySocket },
  address: string,
): WebSocket | null {
  const early = page.earlySocket;
  if (early === undefined || early.socket.url !== address) return null;
  delete page.earlySocket;
  const { socket, events } = early;
  socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
  if (socket.readyState > socket.OPEN) return null;
  queueMicrotask(() => {
    for (const event of events) socket.dispatchEvent(event);
  });
  return socket;
}
