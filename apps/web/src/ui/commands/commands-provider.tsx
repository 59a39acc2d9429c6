import {
  createContext,
  useContext,
  useEffect,
  useId,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import type { Overlay } from './overlay.ts';
import {
  createRegistry,
  type Command,
  type Contribution,
  type Registry,
  type Shortcut,
} from './registry.ts';

type Commands = {
  readonly registry: Registry;
  readonly overlay: Overlay | null;
  readonly show: (overlay: Overlay | null) => void;
};

const CommandsContext = createContext<Commands | null>(null);

/** Provides the command registry and the current overlay. */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(createRegistry);
  const [overlay, show] = useState<Overlay | null>(null);
  const commands = useMemo(() => ({ registry, overlay, show }), [registry, overlay]);
  return <CommandsContext value={commands}>{children}</CommandsContext>;
}

const noShortcuts: readonly Shortcut[] = [];

/**
 * Registers commands (and keys without a command) while the calling component is mounted. Outside
 * of {@link CommandsProvider} it does nothing, so that a component can be used without a palette.
 */
export function useCommands(
  commands: readonly Command[],
  shortcuts: readonly Shortcut[] = noShortcuts,
): void {
  const owner = useId();
  const registry = useContext(CommandsContext)?.registry;
  // After each render, because commands close over rendered values. Only an open palette, list of
  // keys or document menu subscribes.
  useEffect(() => registry?.set(owner, { commands, shortcuts }));
  useEffect(() => () => registry?.set(owner, null), [registry, owner]);
}

/** Returns all commands and keys that are currently registered. */
export function useContribution(): Contribution {
  const { registry } = useOverlay();
  return useSyncExternalStore(registry.subscribe, registry.current, registry.current);
}

/**
 * Returns the current overlay and the function that shows one.
 *
 * @throws if used outside of {@link CommandsProvider}
 */
export function useOverlay(): Commands {
  const commands = useContext(CommandsContext);
  if (commands === null) throw new Error('useOverlay needs a CommandsProvider above it');
  return commands;
}
