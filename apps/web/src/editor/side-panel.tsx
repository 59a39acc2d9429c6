import { t } from '@lingui/core/macro';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useCommands } from '../ui/commands/commands-provider.tsx';
import { cardsTabId, type SidePanelTab } from './editor-context.ts';
import { sidePanelWidth, useWide } from '../ui/use-wide.ts';
import { setTabStop, moveInToolbar } from './roving-tab-index.ts';
import classes from './side-panel.module.css';

/** Selector of the button that opens the panel. */
const opener = '[aria-controls="side-panel"]';

const tabId = (id: string): string => `side-panel-tab-${id}`;

/**
 * Registers commands that open the tabs of the side panel, for the palette and the menu. Renders
 * nothing.
 */
export function SidePanelCommands({
  tabs,
  onOpen,
}: {
  tabs: readonly SidePanelTab[];
  onOpen: (id: string) => void;
}) {
  useCommands(
    tabs.map(({ id, name, icon }) => ({
      id,
      group: t`This document`,
      name,
      words: t`show side panel beside`,
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

type Props = { tabs: readonly SidePanelTab[]; openId: string; onOpen: (id: string | null) => void };

/**
 * The side panel: one tab at a time, beside the text on wide windows, over its lower half on narrow
 * ones.
 */
export function SidePanel({ tabs, openId, onOpen }: Props) {
  const tab = tabs.find(({ id }) => id === openId) ?? tabs[0];
  const tabList = useTabStop(tab?.id, tabs.length);
  const isWide = useWide(sidePanelWidth);
  const returnFocus = useFocusInside(isWide, tab?.id);
  if (!tab) return null;
  const close = (): void => {
    onOpen(null);
    returnFocus();
  };
  return (
    <aside
      id="side-panel"
      className={classes['panel']}
      aria-label={t`Side panel`}
      data-end-panel
      data-flows={tab.id === cardsTabId || undefined}
      onKeyDown={({ key, nativeEvent, defaultPrevented }) => {
        if (key === 'Escape' && !isWide && !defaultPrevented && !nativeEvent.isComposing) close();
      }}
    >
      <div className={classes['inner']}>
        <div className={classes['top']}>
          <Tabs list={tabList} tabs={tabs} chosenId={tab.id} onOpen={onOpen} />
          <button type="button" className="iconButton" aria-label={t`Close panel`} onClick={close}>
            <IconX size={18} stroke={1.7} aria-hidden="true" />
          </button>
        </div>
        <div
          id="side-panel-content"
          role="tabpanel"
          aria-labelledby={tabId(tab.id)}
          className={classes['shown']}
        >
          <h2 className="plainHeading">{tab.name}</h2>
          {tab.content}
        </div>
      </div>
    </aside>
  );
}

type TabsProps = {
  list: RefObject<HTMLDivElement | null>;
  tabs: readonly SidePanelTab[];
  chosenId: string;
  onOpen: (id: string) => void;
};

/** Tabs of the panel. Arrow keys move along them, which also shows their panels. */
function Tabs({ list, tabs, chosenId, onOpen }: TabsProps) {
  const pressed = (event: KeyboardEvent<HTMLElement>): void => {
    moveInToolbar(event);
    const to = tabs.find(({ id }) => tabId(id) === document.activeElement?.id);
    if (event.defaultPrevented && to) onOpen(to.id);
  };
  return (
    <div ref={list} role="tablist" tabIndex={-1} aria-label={t`Side panel`} onKeyDown={pressed}>
      {tabs.map(({ id, name, icon: Icon }) => (
        <button
          key={id}
          type="button"
          role="tab"
          className="iconButton"
          id={tabId(id)}
          aria-selected={id === chosenId}
          aria-controls={id === chosenId ? 'side-panel-content' : undefined}
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
function useTabStop(shownId: string | undefined, count: number): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = shownId === undefined ? null : document.getElementById(tabId(shownId));
    if (list.current !== null && tab !== null) setTabStop(list.current, tab);
  }, [shownId, count]);
  return list;
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
