import { useEffect } from 'react';
import { useUser } from '../session/require-user.tsx';
import type { Overlay } from '../ui/commands/overlay.ts';

/** The part of a keyboard event that is used. */
export type Press = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'
>;

/**
 * Returns the overlay that a key opens; null for none. `isTyping`: the focus is in a field or text.
 * `single`: keys without Ctrl are enabled.
 */
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
  return (
    target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio], [type=button]), textarea, select')
  );
}

/** True if the focused text uses Ctrl+K itself, as marked by `data-takes-k`. */
function isTaken({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[data-takes-k]') !== null;
}

/**
 * Opens the overlays by their keys, wherever the focus is. Registered in the capture phase: in a
 * text the same keys must not trigger its own actions. The exception is selected text that can
 * become a link. Keys without Ctrl can be disabled in the settings. Source: WCAG 2.1.4.
 */
export function useOverlayKeys(show: (overlay: Overlay) => void): void {
  const single = useUser().preferences.singleKeys !== false;
  useEffect(() => {
    function hear(event: KeyboardEvent): void {
      const kind = overlayFor(event, { isTyping: isTypedIn(event.target), single });
      if (kind === null || (kind === 'palette' && isTaken(event))) return;
      event.preventDefault();
      event.stopPropagation();
      // An open dialog must be closed first.
      if (document.querySelector('[aria-modal="true"], dialog[open]') === null) show({ kind });
    }
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  }, [show, single]);
}
