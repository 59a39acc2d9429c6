import { connect, type Connection } from '../server/connection.ts';
import { readServerFrame } from '../protocol/frame.ts';
import type { Line, LineEvents } from '../client/link-types.ts';
import type { Socket } from '../server/ports.ts';
import type { Room } from '../server/room-types.ts';
import type { SimulatedDisk } from './simulation-disk.ts';

/** A simulated network, controlled by the test. */
export type SimulatedWire = {
  /** Connects a page; the server responds when the opening is delivered. */
  open(user: string, events: LineEvents, room: () => Promise<Room | null>): Line;
  /** Delivers one frame of a random connection, in order; false if there is none. */
  deliver(): boolean;
  /**
   * Injects a fault into a random connection; false if there was nothing to disturb. `onlyBreaks`:
   * only break connections, as on a network whose frames arrive complete and in order.
   */
  disturb(onlyBreaks?: boolean): boolean;
  /** Makes clients stop or continue reading; false if they did so already. */
  slow(isSlow: boolean): boolean;
  /** Breaks all connections: the server is gone. */
  cutAll(): void;
  /**
   * Breaks every connection once more, so that lost frames are requested again. Afterwards there
   * are no faults.
   */
  recover(): void;
};

type Cable = {
  readonly user: string;
  readonly events: LineEvents;
  readonly toServer: Uint8Array[];
  readonly toPage: Uint8Array[];
  connection: Connection | null;
  opening: (() => Promise<Room | null>) | null;
  isOpen: boolean;
  paused: boolean;
};

/** Creates the network; frames to pages are checked against `disk`: [SIM2]. */
export function createSimulatedWire(random: () => number, disk: SimulatedDisk): SimulatedWire {
  const cables = new Set<Cable>();
  let isSlow = false;

  function cut(cable: Cable, code: number, reason: string): void {
    if (!cables.delete(cable)) return;
    cable.isOpen = false;
    cable.connection?.closed();
    cable.events.closed(code, reason);
  }

  function socketOf(cable: Cable): Socket {
    return {
      send(frame) {
        if (cable.isOpen) cable.toPage.push(checked(frame));
      },
      close: (code, reason) => cut(cable, code, reason),
      get buffered() {
        return isSlow ? cable.toPage.reduce((sum, frame) => sum + frame.length, 0) : 0;
      },
      pause: () => void (cable.paused = true),
      resume: () => void (cable.paused = false),
    };
  }

  function checked(frame: Uint8Array): Uint8Array {
    const read = readServerFrame(frame);
    if (read.type === 'entry' || read.type === 'state')
      for (const update of read.updates) disk.demand(update, 'shown');
    return frame.slice();
  }

  /**
   * Creates bytes that are not a valid frame: a valid one would be a false message instead of
   * garbage.
   */
  function garbage(): Uint8Array {
    const bytes = Uint8Array.from({ length: Math.floor(random() * 40) }, () =>
      Math.floor(random() * 256),
    );
    try {
      readServerFrame(bytes);
    } catch {
      return bytes;
    }
    return garbage();
  }

  function some(): Cable | null {
    const list = [...cables];
    return list[Math.floor(random() * list.length)] ?? null;
  }

  function accept(cable: Cable, room: () => Promise<Room | null>): void {
    cable.opening = null;
    void room().then((found) => {
      if (!cable.isOpen || found === null) return;
      const visitor = {
        user: cable.user,
        session: `session of ${cable.user}`,
        card: { id: cable.user, name: cable.user, color: '#000000' },
        speaksLonghand: true,
      };
      cable.connection = connect(found, visitor, socketOf(cable), 'editor', 'write');
      cable.events.opened();
    });
  }

  function deliverOn(cable: Cable): boolean {
    if (cable.opening !== null) {
      accept(cable, cable.opening);
      return true;
    }
    const goesUp =
      cable.toServer.length > 0 && !cable.paused && (cable.toPage.length === 0 || random() < 0.5);
    if (goesUp && cable.connection !== null) {
      cable.connection.receive(cable.toServer.shift() as Uint8Array);
      return true;
    }
    const frame = cable.toPage.shift();
    if (frame === undefined) return false;
    cable.events.frame(frame);
    if (cable.toPage.length === 0) cable.connection?.drained();
    return true;
  }

  const disturbances: ((cable: Cable, queue: Uint8Array[], at: number) => void)[] = [
    (_cable, queue, at) => void queue.splice(at, 1),
    (_cable, queue, at) => void queue.splice(at, 0, (queue[at] as Uint8Array).slice()),
    (_cable, queue, at) => void queue.push(...queue.splice(at, 1)),
    (_cable, queue, at) =>
      void queue.splice(
        at,
        1,
        (queue[at] as Uint8Array).slice(0, Math.floor(random() * (queue[at] as Uint8Array).length)),
      ),
    (_cable, queue, at) => void queue.splice(at, 0, garbage()),
    (cable) => cut(cable, 1006, 'broken'),
    // Half open: the page notices that the connection is closed, the server does not yet.
    (cable) => {
      cable.isOpen = false;
      cables.delete(cable);
      cable.events.closed(1006, 'broken on one side');
      abandoned.push(cable);
    },
  ];
  const abandoned: Cable[] = [];
  const firstBreak = 5;

  return {
    open(user, events, room) {
      const cable: Cable = {
        user,
        events,
        toServer: [],
        toPage: [],
        connection: null,
        opening: room,
        isOpen: true,
        paused: false,
      };
      cables.add(cable);
      return {
        send: (frame) => {
          if (cable.isOpen) cable.toServer.push(frame.slice());
        },
        close: () => cut(cable, 1000, 'closed by the page'),
      };
    },
    deliver() {
      abandoned.shift()?.connection?.closed();
      const list = [...cables].sort(() => random() - 0.5);
      return list.some(deliverOn);
    },
    disturb(onlyBreaks = false) {
      const cable = some();
      if (cable === null) return false;
      const queue = random() < 0.5 ? cable.toServer : cable.toPage;
      const least = onlyBreaks ? firstBreak : 0;
      const kind = least + Math.floor(random() * (disturbances.length - least));
      if (queue.length === 0 && kind < firstBreak) return false;
      disturbances[kind]?.(cable, queue, Math.floor(random() * queue.length));
      return true;
    },
    slow(next) {
      const isOther = isSlow !== next;
      isSlow = next;
      return isOther;
    },
    cutAll() {
      for (const cable of [...cables]) cut(cable, 1006, 'the server is gone');
    },
    recover() {
      isSlow = false;
      for (const cable of [...cables]) cut(cable, 1006, 'broken one last time');
    },
  };
}
