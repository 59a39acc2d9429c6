import { useState } from 'react';
import { keepSidebar, readSidebar, withToggled, type SidebarMemory } from './sidebarMemory.ts';

const storage = (): Storage => window.localStorage;

/** What of the sidebar is folded, and the ways to fold it; kept by this browser. */
export type SidebarState = {
  readonly isHidden: boolean;
  isFolded(name: string): boolean;
  fold(name: string): void;
  toggle(): void;
};

/** The sidebar as this browser left it. */
export function useSidebar(): SidebarState {
  const [memory, setMemory] = useState<SidebarMemory>(() => readSidebar(storage));
  function change(next: SidebarMemory): void {
    setMemory(next);
    keepSidebar(storage, next);
  }
  return {
    isHidden: memory.isHidden,
    isFolded: (name) => memory.folded.includes(name),
    fold: (name) => change(withToggled(memory, name)),
    toggle: () => change({ ...memory, isHidden: !memory.isHidden }),
  };
}
