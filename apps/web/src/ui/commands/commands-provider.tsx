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

const nothing: Contribution = { commands: [], shortcuts: [] };

/**
 * Reserves a place in the order of all commands, for those of a component that is loaded later
 * ({@link useCommandsAt}).
 */
export function useCommandsPlace(): string {
  const place = useId();
  const registry = useContext(CommandsContext)?.registry;
  useEffect(() => {
    registry?.set(place, nothing);
    return () => registry?.set(place, null);
  }, [registry, place]);
  return place;
}

/** Registers commands at a place of {@link useCommandsPlace}, see {@link useCommands}. */
export function useCommandsAt(
  place: string,
  commands: readonly Command[],
  shortcuts: readonly Shortcut[] = nothing.shortcuts,
): void {
  const registry = useContext(CommandsContext)?.registry;
  // After each render, because commands close over rendered values. Only an open palette, list of
  // keys or document menu subscribes.
  useEffect(() => registry?.set(place, { commands, shortcuts }));
  useEffect(() => () => registry?.set(place, null), [registry, place]);
}

/**
 * Registers commands (and keys without a command) while the calling component is mounted. Outside
 * of {@link CommandsProvider} it does nothing, so that a component can be used without a palette.
 */
export function useCommands(commands: readonly Command[], shortcuts?: readonly Shortcut[]): void {
  useCommandsAt(useId(), commands, shortcuts);
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
