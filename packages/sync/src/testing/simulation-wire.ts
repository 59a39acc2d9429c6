import { connect, type Connection } from '../server/connection.ts';
import { closeCodes, readServerFrame } from '../protocol/frame.ts';
import type { Line, LineEvents } from '../client/link-types.ts';
import type { Socket } from '../server/ports.ts';
import type { Room } from '../server/room-types.ts';
import type { Visitor } from '../server/session.ts';
import type { DurableRecord } from './simulation-record.ts';

/** A simulated network, controlled by the test. */
export type SimulatedWire = {
  /** Connects a page; the server responds when the opening is delivered. */
  open(to: Destination, events: LineEvents): Line;
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
  /** Returns the connections that are open on both sides, as objects to compare. */
  connected(): ReadonlySet<object>;
};

/** The user and the document of a connection. `room` opens the document on the server. */
export type Destination = {
  readonly user: string;
  readonly documentId: string;
  readonly room: () => Promise<Room | null>;
};

type Cable = {
  readonly to: Destination;
  readonly events: LineEvents;
  readonly toServer: Uint8Array[];
  readonly toPage: Uint8Array[];
  connection: Connection | null;
  isOpening: boolean;
  isOpen: boolean;
  paused: boolean;
};

/** Creates the network; frames to pages are checked against `record`: [SIM2]. */
export function createSimulatedWire(random: () => number, record: DurableRecord): SimulatedWire {
  return new Network(random, record);
}

/** Fault of a connection. `queue`: frames of one direction; `at`: index of one of them. */
type Disturbance = (cable: Cable, queue: Uint8Array[], at: number) => void;

/** Index of the first disturbance that breaks the connection instead of changing a frame. */
const firstBreak = 5;

class Network implements SimulatedWire {
  readonly #random: () => number;
  readonly #record: DurableRecord;
  readonly #cables = new Set<Cable>();
  /** Cables of which the server does not know yet that they are broken. */
  readonly #abandoned: Cable[] = [];
  #isSlow = false;

  readonly #disturbances: readonly Disturbance[] = [
    (_cable, queue, at) => void queue.splice(at, 1),
    (_cable, queue, at) => void queue.splice(at, 0, (queue[at] as Uint8Array).slice()),
    (_cable, queue, at) => void queue.push(...queue.splice(at, 1)),
    (_cable, queue, at) => {
      const frame = queue[at] as Uint8Array;
      queue.splice(at, 1, frame.slice(0, Math.floor(this.#random() * frame.length)));
    },
    (_cable, queue, at) => void queue.splice(at, 0, garbage(this.#random)),
    (cable) => this.#cut(cable, 1006, 'broken'),
    // Half open: the page notices that the connection is closed, the server does not yet.
    (cable) => {
      cable.isOpen = false;
      this.#cables.delete(cable);
      cable.events.closed(1006, 'broken on one side');
      this.#abandoned.push(cable);
    },
  ];

  constructor(random: () => number, record: DurableRecord) {
    this.#random = random;
    this.#record = record;
  }

  open(to: Destination, events: LineEvents): Line {
    const cable: Cable = {
      to,
      events,
      toServer: [],
      toPage: [],
      connection: null,
      isOpening: true,
      isOpen: true,
      paused: false,
    };
    this.#cables.add(cable);
    return {
      send: (frame) => {
        if (cable.isOpen) cable.toServer.push(frame.slice());
      },
      close: () => this.#cut(cable, 1000, 'closed by the page'),
    };
  }

  deliver(): boolean {
    this.#abandoned.shift()?.connection?.closed();
    const list = [...this.#cables].sort(() => this.#random() - 0.5);
    return list.some((cable) => this.#deliverOn(cable));
  }

  disturb(onlyBreaks = false): boolean {
    const cable = this.#some();
    if (cable === null) return false;
    const queue = this.#random() < 0.5 ? cable.toServer : cable.toPage;
    const least = onlyBreaks ? firstBreak : 0;
    const kind = least + Math.floor(this.#random() * (this.#disturbances.length - least));
    if (queue.length === 0 && kind < firstBreak) return false;
    this.#disturbances[kind]?.(cable, queue, Math.floor(this.#random() * queue.length));
    return true;
  }

  slow(isSlow: boolean): boolean {
    const isOther = this.#isSlow !== isSlow;
    this.#isSlow = isSlow;
    return isOther;
  }

  cutAll(): void {
    for (const cable of [...this.#cables]) this.#cut(cable, 1006, 'the server is gone');
  }

  connected(): ReadonlySet<object> {
    return new Set([...this.#cables].filter(({ connection }) => connection !== null));
  }

  #cut(cable: Cable, code: number, reason: string): void {
    if (!this.#cables.delete(cable)) return;
    cable.isOpen = false;
    cable.connection?.closed();
    cable.events.closed(code, reason);
  }

  #socketOf(cable: Cable): Socket {
    const isSlow = (): boolean => this.#isSlow;
    return {
      send: (frame) => {
        if (cable.isOpen) cable.toPage.push(this.#checked(cable, frame));
      },
      close: (code, reason) => this.#cut(cable, code, reason),
      get buffered() {
        return isSlow() ? cable.toPage.reduce((sum, frame) => sum + frame.length, 0) : 0;
      },
      pause: () => void (cable.paused = true),
      resume: () => void (cable.paused = false),
    };
  }

  #checked({ to }: Cable, frame: Uint8Array): Uint8Array {
    const read = readServerFrame(frame);
    if (read.type === 'entry' || read.type === 'state')
      for (const update of read.updates) this.#record.demand(to.documentId, update, 'shown');
    return frame.slice();
  }

  #some(): Cable | null {
    const list = [...this.#cables];
    return list[Math.floor(this.#random() * list.length)] ?? null;
  }

  #accept(cable: Cable): void {
    cable.isOpening = false;
    const { user, room } = cable.to;
    room().then(
      (found) => {
        if (!cable.isOpen || found === null) return;
        const visitor = visitorOf(user);
        cable.connection = connect(found, visitor, this.#socketOf(cable), 'editor', 'write');
        cable.events.opened();
      },
      () => this.#cut(cable, closeCodes.tryAgain, 'the log cannot be read'),
    );
  }

  #deliverOn(cable: Cable): boolean {
    if (cable.isOpening) {
      this.#accept(cable);
      return true;
    }
    const { toServer, toPage } = cable;
    const goesUp =
      toServer.length > 0 && !cable.paused && (toPage.length === 0 || this.#random() < 0.5);
    if (goesUp && cable.connection !== null) {
      cable.connection.receive(toServer.shift() as Uint8Array);
      return true;
    }
    const frame = toPage.shift();
    if (frame === undefined) return false;
    cable.events.frame(frame);
    if (toPage.length === 0) cable.connection?.drained();
    return true;
  }
}

/** Returns a user as a room knows them. */
export function visitorOf(user: string): Visitor {
  return {
    user,
    session: `session of ${user}`,
    card: { id: user, name: user, color: '#000000' },
    speaksLonghand: true,
  };
}

/** Creates bytes that are not a valid frame: a valid one would be a false message, not garbage. */
function garbage(random: () => number): Uint8Array {
  const bytes = Uint8Array.from({ length: Math.floor(random() * 40) }, () =>
    Math.floor(random() * 256),
  );
  try {
    readServerFrame(bytes);
  } catch {
    return bytes;
  }
  return garbage(random);
}
