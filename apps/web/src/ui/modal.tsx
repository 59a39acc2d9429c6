import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { focusableIn } from './focusable.ts';
import { useFocusBack } from './use-focus-back.ts';
import { useStillPage } from './use-still-page.ts';
import './dialog.css';

type Props = {
  /** Id of the element with the accessible name. */
  labelledBy: string;
  className?: string;
  onClose: () => void;
  children: ReactNode;
};

/**
 * Area over the page that keeps the focus until it is closed: by Escape, or by a press beside it.
 * The element with `data-autofocus` gets the focus, otherwise the first one, also when a step of
 * the dialog has removed the focused one. Not a modal `dialog`
 * element, because that would disable toasts: they are shown above it. Source: WAI-ARIA Authoring
 * Practices, Dialog (Modal).
 */
export function Modal({ labelledBy, className = '', onClose, children }: Props) {
  useFocusBack();
  useStillPage();
  const modal = useRef<HTMLDivElement>(null);
  // Before the next key press.
  useLayoutEffect(() => {
    const { current: area } = modal;
    if (area !== null && !area.contains(document.activeElement)) focusFirst(area);
  }, []);
  // The next step of a dialog may have removed the focused control.
  useEffect(() => {
    const { current: area } = modal;
    if (area !== null && document.activeElement === document.body && isTop(area)) focusFirst(area);
  });
  // A press that selects text may end beside the dialog.
  const isPressedBeside = useRef(false);
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    const pressed = (event: globalThis.KeyboardEvent): void => {
      if (event.isComposing || event.defaultPrevented || !isTop(modal.current)) return;
      if (event.key === 'Escape') {
        event.preventDefault();
        close.current();
      } else if (event.key === 'Tab' && document.activeElement === document.body) {
        // The focused control was disabled or removed.
        event.preventDefault();
        const all = modal.current === null ? [] : focusableIn(modal.current);
        (all.at(event.shiftKey ? -1 : 0) ?? modal.current)?.focus();
      }
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
  return createPortal(
    <div
      className="modalOver"
      role="presentation"
      onPointerDown={({ target, currentTarget }) => {
        isPressedBeside.current = target === currentTarget;
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget && isPressedBeside.current) onClose();
      }}
    >
      <div
        ref={modal}
        role="dialog"
        aria-modal="true"
        aria-labelledby={labelledBy}
        className={`float modal ${className}`}
        tabIndex={-1}
        onKeyDown={keepFocus}
      >
        {children}
      </div>
    </div>,
    document.body,
  );
}

/** Focuses the element of a dialog with `data-autofocus`, otherwise the first one. */
function focusFirst(area: HTMLElement): void {
  const first =
    area.querySelector<HTMLElement>('[data-autofocus]:not(:disabled)') ?? focusableIn(area)[0];
  (first ?? area).focus({ preventScroll: true });
}

/** True if no other dialog is above this one. */
function isTop(modal: HTMLElement | null): boolean {
  return [...document.querySelectorAll('[aria-modal="true"]')].at(-1) === modal;
}

/** Moves the focus from the last element to the first, and the other way round. */
function keepFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || event.defaultPrevented) return;
  const { currentTarget: area, shiftKey } = event;
  // A menu in it is a part of it.
  if (!(event.target instanceof Node && area.contains(event.target))) return;
  const all = focusableIn(area);
  const [from, to] = shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]];
  const { activeElement } = document;
  if (activeElement !== from && activeElement !== area) return;
  event.preventDefault();
  to?.focus();
}
