/**
 * Storage key of the collapsed parts of the sidebar, prefixed with the product's name like the
 * theme.
 */
export const sidebarKey = 'longhand-sidebar';

/** Collapsed parts: the sidebar as a whole, and parts of it by name. */
export type SidebarMemory = { readonly isHidden: boolean; readonly folded: readonly string[] };

const open: SidebarMemory = { isHidden: false, folded: [] };

/**
 * Reads the stored state. Everything is expanded if there is none, if it is invalid, or if the
 * browser stores nothing.
 */
export function readSidebar(storage: () => Pick<Storage, 'getItem'>): SidebarMemory {
  try {
    const kept: unknown = JSON.parse(storage().getItem(sidebarKey) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return open;
    const { isHidden, folded } = kept as Partial<Record<keyof SidebarMemory, unknown>>;
    return {
      isHidden: isHidden === true,
      folded: Array.isArray(folded) ? folded.filter((name) => typeof name === 'string') : [],
    };
  } catch {
    // A browser with storage disabled throws; only the collapsed state is lost.
    return open;
  }
}

/** Stores the collapsed parts; storage errors are ignored. */
export function keepSidebar(storage: () => Pick<Storage, 'setItem'>, memory: SidebarMemory): void {
  try {
    storage().setItem(sidebarKey, JSON.stringify(memory));
  } catch {
    // See readSidebar.
  }
}

/** Returns the state with the part `name` toggled. */
export function withToggled(memory: SidebarMemory, name: string): SidebarMemory {
  const { folded } = memory;
  return {
    ...memory,
    folded: folded.includes(name) ? folded.filter((each) => each !== name) : [...folded, name],
  };
}
