import type { Inspector } from '../measure/inspector.ts';
import type { ServerName } from '../wire/wire.ts';

/** One of the compared servers, as a running process. */
export type Server = {
  readonly name: ServerName;
  /** Id of the server's current process. */
  readonly pid: number;
  /** Creates documents that have not been opened yet. Returns their ids. */
  documents(count: number): Promise<readonly string[]>;
  /** Returns the WebSocket URL of a document. */
  url(document: string): string;
  /** Returns the headers of the n-th user's connection. */
  headers(person: number): Readonly<Record<string, string>>;
  /** Connects to the inspector of the process. */
  inspect(): Promise<Inspector>;
  /** Kills the server with SIGKILL. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
};
