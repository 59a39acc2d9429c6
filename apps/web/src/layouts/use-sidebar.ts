import { useState } from 'react';
import { keepSidebar, readSidebar, withToggled, type SidebarMemory } from './sidebar-memory.ts';

const storage = (): Storage => window.localStorage;

/** Collapsed parts of the sidebar, and the functions to change them; stored in this browser. */
export type SidebarState = {
  readonly isHidden: boolean;
  isCollapsed(name: string): boolean;
  toggleSection(name: string): void;
  toggle(): void;
};

/** Returns the stored state of the sidebar. */
export function useSidebar(): SidebarState {
  const [memory, setMemory] = useState<SidebarMemory>(() => readSidebar(storage));
  function change(next: SidebarMemory): void {
    setMemory(next);
    keepSidebar(storage, next);
  }
  return {
    isHidden: memory.isHidden,
    isCollapsed: (name) => memory.folded.includes(name),
    toggleSection: (name) => change(withToggled(memory, name)),
    toggle: () => change({ ...memory, isHidden: !memory.isHidden }),
  };
}
