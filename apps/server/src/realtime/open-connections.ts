import type { Connection } from '@longhand/sync/server';
import type { LiveSocket } from './socket.ts';

/** An admitted connection. */
export type Admitted = {
  readonly documentId: string;
  /** Its id in the log. */
  readonly connectionId: string;
  readonly connection: Connection;
  readonly socket: LiveSocket;
  /** Number of the last log entry that every session of the room has. */
  readonly seq: () => number;
  /** True once the client has sent a frame. A page connects before it can show the document. */
  hasSpoken: boolean;
};

/** The open connections of one process. */
export type OpenConnections = {
  add(entry: Admitted): void;
  delete(entry: Admitted): void;
  /** Returns the connections that match `of`. */
  filter(of: (entry: Admitted) => boolean): readonly Admitted[];
  /** Returns the number of connections of a session to a document. */
  countOf(session: string, documentId: string): number;
  /** True if a user has a connection to a document over which the client has sent a frame. */
  isHere(user: string, documentId: string): boolean;
  /** Returns the number of unread bytes of the session's other connections. */
  unreadBesides(entry: Admitted): number;
};

/** Connections by a key, so that those of one user are found without a look at all others. */
function createGroups(keyOf: (entry: Admitted) => string) {
  const groups = new Map<string, Set<Admitted>>();
  return {
    add(entry: Admitted): void {
      const key = keyOf(entry);
      const group = groups.get(key) ?? new Set();
      groups.set(key, group.add(entry));
    },
    delete(entry: Admitted): void {
      const key = keyOf(entry);
      const group = groups.get(key);
      group?.delete(entry);
      if (group?.size === 0) groups.delete(key);
    },
    of: (key: string): ReadonlySet<Admitted> => groups.get(key) ?? new Set(),
  };
}

/** Creates the {@link OpenConnections}, without any. */
export function createOpenConnections(): OpenConnections {
  const all = new Set<Admitted>();
  const ofSessions = createGroups(({ connection }) => connection.visitor.session);
  const ofUsers = createGroups(({ connection }) => connection.visitor.user);
  return {
    add(entry) {
      for (const group of [all, ofSessions, ofUsers]) group.add(entry);
    },
    delete(entry) {
      for (const group of [all, ofSessions, ofUsers]) group.delete(entry);
    },
    filter: (of) => [...all].filter(of),
    countOf: (session, documentId) =>
      [...ofSessions.of(session)].filter((other) => other.documentId === documentId).length,
    isHere: (user, documentId) =>
      [...ofUsers.of(user)].some((other) => other.documentId === documentId && other.hasSpoken),
    unreadBesides(entry) {
      let bytes = 0;
      for (const other of ofSessions.of(entry.connection.visitor.session))
        if (other !== entry) bytes += other.socket.buffered;
      return bytes;
    },
  };
}
