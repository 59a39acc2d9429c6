import type { ComponentType } from 'react';

/** The props of an icon that are used. */
export type CommandIcon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: 'true' }>;

/**
 * A command that is available on the current page. It navigates (`to`) or performs an action
 * (`run`). Commands of one `group` are listed together under its name. `words` are additional
 * search terms. `keys` (`Mod-K`, `Mod` is Ctrl or ⌘) is the key binding outside of the palette, if
 * there is one.
 */
export type Command = {
  readonly id: string;
  readonly group: string;
  readonly name: string;
  readonly words?: string;
  readonly icon?: CommandIcon;
  readonly keys?: string;
} & ({ readonly to: string } | { readonly run: () => void });

/** A key binding without a command, such as those of a text, for the list of all keys. */
export type Shortcut = { readonly group: string; readonly name: string; readonly keys: string };

/** Commands and shortcuts of one component. */
export type Contribution = {
  readonly commands: readonly Command[];
  readonly shortcuts: readonly Shortcut[];
};

/** Collects the commands of independent components. */
export type Registry = {
  /** Replaces the contribution of the component `owner`; null removes it. */
  set(owner: string, contribution: Contribution | null): void;
  /**
   * Returns all contributions, the latest component first: the most specific commands are listed
   * first. Returns the same object until something changes.
   */
  current(): Contribution;
  subscribe(changed: () => void): () => void;
};

const nothing: Contribution = { commands: [], shortcuts: [] };

/** Creates a {@link Registry}. */
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
