import { useEffect } from 'react';
import { useUser } from '../session/RequireUser.tsx';
import type { Overlay } from '../ui/commands/overlay.ts';

/** The part of a key press that is looked at. */
export type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'>;

/** What a key lays over the page; null for nothing. `isTyping`: the letters go into a field or a text. `single`: keys without Ctrl count. */
export function overlayFor(
  press: Press,
  { isTyping, single }: { isTyping: boolean; single: boolean },
): 'palette' | 'keys' | null {
  if (press.isComposing || press.altKey) return null;
  const isMod = press.ctrlKey !== press.metaKey;
  if (isMod && !press.shiftKey && press.key.toLowerCase() === 'k') return 'palette';
  if (press.key === '?' && single && !isTyping && !press.ctrlKey && !press.metaKey) return 'keys';
  return null;
}

function isTypedIn(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio], [type=button]), textarea, select');
}

/** Whether the text under the focus has a use of its own for Ctrl+K now: `data-takes-k` says so. */
function isTaken({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[data-takes-k]') !== null;
}

/**
 * Opens the overlays by their keys, wherever the focus is. Heard before anything else: in a text the same keys must not do something
 * of their own, except where words are selected that can become a link. Keys without Ctrl can be switched off in the settings. Source: WCAG 2.1.4.
 */
export function useOverlayKeys(show: (overlay: Overlay) => void): void {
  const single = useUser().preferences.singleKeys !== false;
  useEffect(() => {
    function hear(event: KeyboardEvent): void {
      const kind = overlayFor(event, { isTyping: isTypedIn(event.target), single });
      if (kind === null || (kind === 'palette' && isTaken(event))) return;
      event.preventDefault();
      event.stopPropagation();
      // A dialog that is open has a question; it is answered first.
      if (document.querySelector('[aria-modal="true"], dialog[open]') === null) show({ kind });
    }
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  }, [show, single]);
}
