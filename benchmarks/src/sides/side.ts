import type { Inspector } from '../measure/inspector.ts';
import type { SideName } from '../wire/wire.ts';

/** One of the servers that are compared, as a process that runs. */
export type Side = {
  readonly name: SideName;
  /** Of the server's process that runs now. */
  readonly pid: number;
  /** So many documents that nobody has opened yet. */
  documents(count: number): Promise<readonly string[]>;
  /** Where a document is live. */
  url(document: string): string;
  /** What the n-th person's connection carries. */
  headers(person: number): Readonly<Record<string, string>>;
  /** A look inside the process. */
  inspect(): Promise<Inspector>;
  /** Ends the server without warning. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
};
