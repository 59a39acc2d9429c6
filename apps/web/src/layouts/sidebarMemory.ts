/** Where this browser keeps what is folded in the sidebar, under the product's own name like the theme. */
export const sidebarKey = 'longhand-sidebar';

/** What is folded: the sidebar as a whole, and parts of it by their names. */
export type SidebarMemory = { readonly isHidden: boolean; readonly folded: readonly string[] };

const open: SidebarMemory = { isHidden: false, folded: [] };

/** What was kept; all open where nothing was, where it is not ours, or where the browser keeps nothing. */
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
    // A browser whose storage is switched off throws; what is folded is then forgotten, and nothing else.
    return open;
  }
}

/** Keeps what is folded, as far as the browser lets us. */
export function keepSidebar(storage: () => Pick<Storage, 'setItem'>, memory: SidebarMemory): void {
  try {
    storage().setItem(sidebarKey, JSON.stringify(memory));
  } catch {
    // See readSidebar.
  }
}

/** The same with the part `name` folded, or unfolded where it was. */
export function withToggled(memory: SidebarMemory, name: string): SidebarMemory {
  const { folded } = memory;
  return { ...memory, folded: folded.includes(name) ? folded.filter((each) => each !== name) : [...folded, name] };
}
