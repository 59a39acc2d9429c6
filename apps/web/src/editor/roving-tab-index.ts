import type { KeyboardEvent } from 'react';
import { readingKey } from '../ui/reading-key.ts';

/**
 * Keyboard navigation in a toolbar: arrows, Home and End move between buttons; Tab leaves it. Only
 * one button at a time is in the tab order. Source: WAI-ARIA Authoring Practices, Toolbar pattern.
 */
export function moveInToolbar(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button, select')];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const to = target(readingKey(event.key), at, buttons.length);
  const next = to === null ? undefined : buttons[to];
  if (next === undefined || at === -1) return;
  event.preventDefault();
  setTabStop(event.currentTarget, next);
  next.focus();
}

/** Makes `chosen`, or the first button, the only one in the tab order. */
export function setTabStop(toolbar: HTMLElement, chosen?: HTMLElement): void {
  const buttons = [...toolbar.querySelectorAll<HTMLElement>('button, select')];
  const one = chosen ?? buttons[0];
  for (const button of buttons) button.tabIndex = button === one ? 0 : -1;
}

function target(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
