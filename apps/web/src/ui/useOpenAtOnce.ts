import { useEffect, useRef, useState, type RefObject } from 'react';

/**
 * For a menu whose code came with the press on its button: it opens as soon as it is there. The button that was pressed gave way to the
 * menu's own one, which has to take the focus: without it, the menu would not know where to give it back to.
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
    // Until the first entry has the focus, Escape is pressed on the button, where the menu does not listen.
    const close = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape' && document.activeElement === button.current) setOpen(false);
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [isOpen]);
  return { button, isOpen, setOpen };
}
