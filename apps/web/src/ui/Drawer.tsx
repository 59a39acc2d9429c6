import type { ReactNode, RefObject } from 'react';
import classes from './Drawer.module.css';

type Props = {
  ref: RefObject<HTMLDialogElement | null>;
  id?: string;
  /** Its name, for whoever hears it. */
  label: string;
  onClose?: () => void;
  children: ReactNode;
};

/**
 * What slides over the page from its side where there is no room beside it; `ref.current.showModal()` opens it. The browser's own dialog keeps the
 * focus in it, gives it back, and closes by Escape.
 */
export function Drawer({ ref, id, label, onClose, children }: Props) {
  return (
    // A press beside it lands on the dialog itself.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <dialog
      ref={ref}
      id={id}
      className={classes['drawer']}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === ref.current && ref.current?.close()}
    >
      {children}
    </dialog>
  );
}
