import type { ComponentType } from 'react';

/** The part of an icon that is used. */
export type CommandIcon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>;

/**
 * Something that can be done from where one is. It leads somewhere (`to`) or does something (`run`). Commands of one `group` stand
 * together under its name. `words` are others by which it is found; `keys` (`Mod-K`, `Mod` being Ctrl or ⌘) is how it is done without
 * the palette, where there is such a way.
 */
export type Command = {
  readonly id: string;
  readonly group: string;
  readonly name: string;
  readonly words?: string;
  readonly icon?: CommandIcon;
  readonly keys?: string;
} & ({ readonly to: string } | { readonly run: () => void });

/** Keys that do something and are no command, such as those of a text, for the sheet of all keys. */
export type Shortcut = { readonly group: string; readonly name: string; readonly keys: string };

/** What one part of the page contributes. */
export type Contribution = { readonly commands: readonly Command[]; readonly shortcuts: readonly Shortcut[] };

/** Gathers what the parts of the page can do, without any of them knowing another. */
export type Registry = {
  /** What the part `owner` contributes from now on; null for nothing more. */
  set(owner: string, contribution: Contribution | null): void;
  /** Everything that is contributed, later parts first: what is nearest to what one does stands on top. The same object until it changes. */
  current(): Contribution;
  subscribe(changed: () => void): () => void;
};

const nothing: Contribution = { commands: [], shortcuts: [] };

/** Makes a {@link Registry}. */
export function createRegistry(): Registry {
  const parts = new Map<string, Contribution>();
  const listeners = new Set<() => void>();
  let gathered: Contribution | null = nothing;
  return {
    set(owner, contribution) {
      if (contribution === null) parts.delete(owner);
      else parts.set(owner, contribution);
      gathered = null;
      for (const changed of listeners) changed();
    },
    current() {
      const all = [...parts.values()].toReversed();
      gathered ??= {
        commands: all.flatMap(({ commands }) => commands),
        shortcuts: all.flatMap(({ shortcuts }) => shortcuts),
      };
      return gathered;
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}
