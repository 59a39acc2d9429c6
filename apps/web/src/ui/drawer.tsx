import type { ReactNode, RefObject } from 'react';
import classes from './drawer.module.css';

type Props = {
  ref: RefObject<HTMLDialogElement | null>;
  id?: string;
  /** Accessible name. */
  label: string;
  onClose?: () => void;
  children: ReactNode;
};

/**
 * Side drawer for narrow windows; `ref.current.showModal()` opens it. The native dialog element
 * traps and restores the focus, and closes on Escape.
 */
export function Drawer({ ref, id, label, onClose, children }: Props) {
  return (
    // A press on the backdrop targets the dialog element itself.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <dialog
      ref={ref}
      id={id}
      className={`ink ${classes['drawer']}`}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === ref.current && ref.current?.close()}
    >
      {children}
    </dialog>
  );
}
