/**
 * Time source and timer (ms). `after` calls back once, and returns a function that cancels the
 * call.
 */
export interface Clock {
  now(): number;
  after(milliseconds: number, call: () => void): () => void;
}
