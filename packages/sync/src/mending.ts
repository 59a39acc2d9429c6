/** What is planned for something that the server refused, until it can be done: see `Link.mend`. */
export type Mending = {
  /** Plans `act` for what was sent under `id`. It begins once the server has acknowledged all that was sent before: that is the server's already. */
  plan(id: number | null, act: () => void): void;
  /** Something was acknowledged. */
  acknowledged(): void;
  /** The line is gone. Answers whether something was planned that has not begun: it is forgotten, and the next refusal plans it anew. */
  isCutShort(): boolean;
  /** All that the server has is here, over a new line: what has begun is done. */
  arrived(): void;
  forget(): void;
};

/** Makes a {@link Mending}. `firstId`: under which the oldest of what is unsent was sent. `drop` gives the line up, for a new one. */
export function createMending(firstId: () => number | null, drop: () => void): Mending {
  let planned: { readonly id: number | null; readonly act: () => void } | null = null;
  let begun: (() => void) | null = null;

  function acknowledged(): void {
    if (planned === null || firstId() !== planned.id) return;
    begun = planned.act;
    planned = null;
    drop();
  }

  return {
    plan(id, act) {
      planned = { id, act };
      acknowledged();
    },
    acknowledged,
    isCutShort() {
      const isCut = planned !== null;
      planned = null;
      return isCut;
    },
    arrived() {
      const act = begun;
      begun = null;
      act?.();
    },
    forget() {
      planned = begun = null;
    },
  };
}
