import type { EventName } from '@longhand/contract';
import { createContext, useContext, useEffect } from 'react';

type Subscriber = (data: unknown) => void;

/** Distributes the events of the server's stream within the page. */
export class ServerEvents {
  readonly #subscribers = new Map<EventName, Set<Subscriber>>();

  /**
   * Calls `subscriber` with the data of each event of a name.
   *
   * @returns a function that ends the subscription
   */
  on(name: EventName, subscriber: Subscriber): () => void {
    const those = this.#subscribers.get(name) ?? new Set();
    this.#subscribers.set(name, those.add(subscriber));
    return () => void those.delete(subscriber);
  }

  /** Passes an event on to its subscribers. */
  emit(name: EventName, data: unknown): void {
    for (const subscriber of this.#subscribers.get(name) ?? []) subscriber(data);
  }
}

/** Provided by the API provider. */
export const ServerEventsContext = createContext<ServerEvents | null>(null);

/**
 * Returns the events of the server's stream.
 *
 * @throws if used outside of the API provider
 */
export function useServerEvents(): ServerEvents {
  const events = useContext(ServerEventsContext);
  if (events === null) throw new Error('useServerEvents needs an ApiProvider above it');
  return events;
}

/** Calls `subscriber`, which must be stable, with the data of each event of a name. */
export function useServerEvent(name: EventName, subscriber: Subscriber): void {
  const events = useServerEvents();
  useEffect(() => events.on(name, subscriber), [events, name, subscriber]);
}
