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

/** Creates the {@link OpenConnections}, without any. */
export function createOpenConnections(): OpenConnections {
  const all = new Set<Admitted>();
  return {
    add: (entry) => void all.add(entry),
    delete: (entry) => void all.delete(entry),
    filter: (of) => [...all].filter(of),
    countOf: (session, documentId) =>
      [...all].filter(
        (other) => other.documentId === documentId && other.connection.visitor.session === session,
      ).length,
    isHere(user, documentId) {
      for (const other of all)
        if (
          other.documentId === documentId &&
          other.connection.visitor.user === user &&
          other.hasSpoken
        )
          return true;
      return false;
    },
    unreadBesides(entry) {
      let bytes = 0;
      for (const other of all)
        if (
          other !== entry &&
          other.connection.visitor.session === entry.connection.visitor.session
        )
          bytes += other.socket.buffered;
      return bytes;
    },
  };
}
