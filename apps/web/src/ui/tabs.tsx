import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { readingKey } from './reading-key.ts';
import './tabs.css';

type Props<Value extends string> = {
  tabs: readonly { readonly value: Value; readonly name: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** True if the tabs share the whole width. */
  isWide?: boolean;
  /** True if wide screens have the tabs in a column beside the content, and others in one line. */
  isBeside?: boolean;
  /** Content of the selected tab. */
  children: ReactNode;
};

/**
 * Tabs with the content of the selected tab. The arrow keys, Home and End select a tab. Source:
 * WAI-ARIA Authoring Practices, Tabs.
 */
export function Tabs<Value extends string>(props: Props<Value>) {
  const { tabs, value, onChange, isWide, isBeside, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isBeside) showTab(list.current);
  }, [isBeside, value]);
  const pressed = (event: KeyboardEvent): void => {
    const elements = [...(list.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
    // Relative to the focused tab: `value` may follow a navigation that is not complete.
    const at = elements.findIndex((element) => element === document.activeElement);
    const next = targetOf(readingKey(event.key), { at, last: tabs.length - 1, isBeside });
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || tab === undefined) return;
    event.preventDefault();
    elements[next]?.focus();
    onChange(tab.value);
  };
  return (
    <div className={isBeside ? 'tabsBeside' : 'tabsAbove'}>
      <div
        ref={list}
        role="tablist"
        className="tabs"
        data-wide={isWide || undefined}
        onKeyDown={pressed}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.name}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        className="tabPanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
      >
        {children}
      </div>
    </div>
  );
}

type Position = { at: number; last: number; isBeside: boolean | undefined };

/** Returns the index of the tab that a key selects, if any. */
function targetOf(key: string, { at, last, isBeside }: Position): number | undefined {
  const [next, previous] = [at === last ? 0 : at + 1, at <= 0 ? last : at - 1];
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: next,
    ArrowLeft: previous,
    ...(isBeside && { ArrowDown: next, ArrowUp: previous }),
    Home: 0,
    End: last,
  };
  return targets[key];
}

/** Scrolls the line of tabs so that the selected one is in the middle, as far as possible. */
function showTab(list: HTMLElement | null): void {
  const tab = list?.querySelector<HTMLElement>('[aria-selected="true"]');
  if (!list || !tab) return;
  const [line, own] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  // In the middle, so that its neighbours show that there are more.
  list.scrollLeft += (own.left + own.right - line.left - line.right) / 2;
}
