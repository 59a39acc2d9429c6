import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { readingKey } from './reading-key.ts';
import './tabs.css';

type Props<Value extends string> = {
  tabs: readonly { readonly value: Value; readonly name: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** True if the tabs share the whole width. */
  isWide?: boolean;
  /** Content of the selected tab. */
  children: ReactNode;
};

/**
 * Tabs with the content of the selected tab. The arrow keys, Home and End select a tab. Source:
 * WAI-ARIA Authoring Practices, Tabs.
 */
export function Tabs<Value extends string>(props: Props<Value>) {
  const { tabs, value, onChange, isWide, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const pressed = (event: KeyboardEvent): void => {
    const elements = [...(list.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
    // Relative to the focused tab: `value` may follow a navigation that is not complete.
    const at = elements.findIndex((element) => element === document.activeElement);
    const last = tabs.length - 1;
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const next = targets[readingKey(event.key)];
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || tab === undefined) return;
    event.preventDefault();
    elements[next]?.focus();
    onChange(tab.value);
  };
  return (
    <>
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
    </>
  );
}
