import type { EventData, EventName } from '@longhand/contract';
import { createContext, useContext, useEffect } from 'react';

type Subscribers = { [Name in EventName]?: Set<(data: EventData<Name>) => void> };

/** Distributes the events of the server's stream within the page. */
export class ServerEvents {
  readonly #subscribers: Subscribers = {};

  /**
   * Calls `subscriber` with the data of each event of a name.
   *
   * @returns a function that ends the subscription
   */
  on<Name extends EventName>(name: Name, subscriber: (data: EventData<Name>) => void): () => void {
    const those: Set<(data: EventData<Name>) => void> = this.#subscribers[name] ?? new Set();
    Object.assign(this.#subscribers, { [name]: those.add(subscriber) });
    return () => void those.delete(subscriber);
  }

  /** Passes an event on to its subscribers. */
  emit<Name extends EventName>({ name, data }: { name: Name; data: EventData<Name> }): void {
    for (const subscriber of this.#subscribers[name] ?? []) subscriber(data);
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
export function useServerEvent<Name extends EventName>(
  name: Name,
  subscriber: (data: EventData<Name>) => void,
): void {
  const events = useServerEvents();
  useEffect(() => events.on(name, subscriber), [events, name, subscriber]);
}
