import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useCommands } from '../ui/commands/commands-provider.tsx';
import { cardsTabId, type SidebarTab } from './editor-context.ts';
import { besideWidth, useWide } from '../ui/use-wide.ts';
import { makeReachable, moveInToolbar } from './roving.ts';
import classes from './side-panel.module.css';

/** Selector of the button that opens the panel. */
const opener = '[aria-controls="beside"]';

const tabId = (id: string): string => `beside-${id}`;

/** Registers commands that open the side panels, for the palette and the menu. Renders nothing. */
export function SideCommands({
  sides,
  onOpen,
}: {
  sides: readonly SidebarTab[];
  onOpen: (id: string) => void;
}) {
  useCommands(
    sides.map(({ id, name, icon }) => ({
      id,
      group: 'This document',
      name,
      words: 'show side panel beside',
      icon,
      run: () => {
        onOpen(id);
        // The tab exists only after the panel has rendered.
        requestAnimationFrame(() => document.getElementById(tabId(id))?.focus());
      },
    })),
  );
  return null;
}

type Props = { sides: readonly SidebarTab[]; openId: string; onOpen: (id: string | null) => void };

/**
 * The side panel: one tab at a time, beside the text on wide windows, over its lower half on narrow
 * ones.
 */
export function SidePanel({ sides, openId, onOpen }: Props) {
  const side = sides.find(({ id }) => id === openId) ?? sides[0];
  const tabs = useReachableTab(side?.id, sides.length);
  const isWide = useWide(besideWidth);
  const returnFocus = useFocusInside(isWide, side?.id);
  if (!side) return null;
  const close = (): void => {
    onOpen(null);
    returnFocus();
  };
  return (
    <aside
      id="beside"
      className={classes['side']}
      aria-label="Side panel"
      data-end-panel
      data-flows={side.id === cardsTabId || undefined}
      onKeyDown={({ key, nativeEvent, defaultPrevented }) => {
        if (key === 'Escape' && !isWide && !defaultPrevented && !nativeEvent.isComposing) close();
      }}
    >
      <div className={classes['inner']}>
        <div className={classes['top']}>
          <Tabs list={tabs} sides={sides} chosenId={side.id} onOpen={onOpen} />
          <button type="button" className="iconButton" aria-label="Close panel" onClick={close}>
            <IconX size={18} stroke={1.7} aria-hidden="true" />
          </button>
        </div>
        <div
          id="beside-shown"
          role="tabpanel"
          aria-labelledby={tabId(side.id)}
          className={classes['shown']}
        >
          <h2 className="plainHeading">{side.name}</h2>
          {side.content}
        </div>
      </div>
    </aside>
  );
}

type TabsProps = {
  list: RefObject<HTMLDivElement | null>;
  sides: readonly SidebarTab[];
  chosenId: string;
  onOpen: (id: string) => void;
};

/** Tabs of the panel. Arrow keys move along them, which also shows their panels. */
function Tabs({ list, sides, chosenId, onOpen }: TabsProps) {
  const pressed = (event: KeyboardEvent<HTMLElement>): void => {
    moveInToolbar(event);
    const to = sides.find(({ id }) => tabId(id) === document.activeElement?.id);
    if (event.defaultPrevented && to) onOpen(to.id);
  };
  return (
    <div ref={list} role="tablist" tabIndex={-1} aria-label="Side panel" onKeyDown={pressed}>
      {sides.map(({ id, name, icon: Icon }) => (
        <button
          key={id}
          type="button"
          role="tab"
          className="iconButton"
          id={tabId(id)}
          aria-selected={id === chosenId}
          aria-controls={id === chosenId ? 'beside-shown' : undefined}
          aria-label={name}
          title={name}
          onClick={() => onOpen(id)}
        >
          <Icon size={18} stroke={1.6} aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}

/** Makes the tab of the shown panel the only one in the tab order. Returns the ref of the tabs. */
function useReachableTab(
  shownId: string | undefined,
  count: number,
): RefObject<HTMLDivElement | null> {
  const tabs = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = shownId === undefined ? null : document.getElementById(tabId(shownId));
    if (tabs.current !== null && tab !== null) makeReachable(tabs.current, tab);
  }, [shownId, count]);
  return tabs;
}

/**
 * Moves the focus from the panel's button into the panel if it opens as a sheet. Returns a function
 * that moves the focus out of the panel, for closing it.
 */
function useFocusInside(isWide: boolean, shownId: string | undefined): () => void {
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    // As a sheet the panel covers the page: move the focus from its button into it.
    if (!isWide && shownId !== undefined && document.activeElement?.matches(opener))
      document.getElementById(tabId(shownId))?.focus();
    // Only when the panel is opened.
    // eslint-disable-next-line react/exhaustive-deps
  }, []);
  return () => {
    // The focused element is removed: return the focus to the element that had it before the panel
    // opened.
    const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
    (isThere ? before : document.querySelector<HTMLElement>(opener))?.focus({
      preventScroll: true,
    });
  };
}
