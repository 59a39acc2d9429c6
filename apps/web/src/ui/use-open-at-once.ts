import { useEffect, useRef, useState, type RefObject } from 'react';

/**
 * State of a menu whose code was loaded by the press on its button: it opens on mount. The pressed
 * placeholder button is replaced by the menu's own button. That must take the focus; otherwise the
 * menu could not restore it.
 */
export function useOpenAtOnce(): {
  button: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
} {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    button.current?.focus();
    setOpen(true);
  }, []);
  useEffect(() => {
    if (!isOpen) return undefined;
    // Until the first item has the focus, Escape is dispatched on the button, where the menu does
    // not listen.
    const close = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape' && document.activeElement === button.current) setOpen(false);
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [isOpen]);
  return { button, isOpen, setOpen };
}
