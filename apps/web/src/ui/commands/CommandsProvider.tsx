import { createContext, useContext, useEffect, useId, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { Overlay } from './overlay.ts';
import { createRegistry, type Command, type Contribution, type Registry, type Shortcut } from './registry.ts';

type Commands = {
  readonly registry: Registry;
  readonly overlay: Overlay | null;
  readonly show: (overlay: Overlay | null) => void;
};

const CommandsContext = createContext<Commands | null>(null);

/** Holds what the parts of the page can do, and what lies over the page. */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(createRegistry);
  const [overlay, show] = useState<Overlay | null>(null);
  const commands = useMemo(() => ({ registry, overlay, show }), [registry, overlay]);
  return <CommandsContext value={commands}>{children}</CommandsContext>;
}

const noShortcuts: readonly Shortcut[] = [];

/**
 * Contributes commands (and keys that are no commands) for as long as the part that calls it is on the page. Outside of
 * {@link CommandsProvider} it does nothing, so that a part can be used where there is no palette.
 */
export function useCommands(commands: readonly Command[], shortcuts: readonly Shortcut[] = noShortcuts): void {
  const owner = useId();
  const registry = useContext(CommandsContext)?.registry;
  // After each drawing, because what a command does closes over what was drawn. It reaches only an open palette.
  useEffect(() => registry?.set(owner, { commands, shortcuts }));
  useEffect(() => () => registry?.set(owner, null), [registry, owner]);
}

/** Everything that can be done from where one is. */
export function useContribution(): Contribution {
  const { registry } = useOverlay();
  return useSyncExternalStore(registry.subscribe, registry.current, registry.current);
}

/** What lies over the page, and the way to lay something over it. Only below {@link CommandsProvider}. */
export function useOverlay(): Commands {
  const commands = useContext(CommandsContext);
  if (commands === null) throw new Error('useOverlay needs a CommandsProvider above it');
  return commands;
}
