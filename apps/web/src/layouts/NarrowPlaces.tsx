import { IconMenu2, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Sidebar } from './Sidebar.tsx';
import type { SidebarState } from './useSidebar.ts';
import classes from './WorkLayout.module.css';

/** The sidebar as a sheet over the page, where there is no room beside it. The browser's own dialog keeps the focus in it. */
export function NarrowPlaces({ state }: { state: SidebarState }) {
  const sheet = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();
  useEffect(() => sheet.current?.close(), [key]);
  return (
    <>
      <button
        type="button"
        className={`${classes['quiet']} ${classes['narrow']}`}
        aria-label="Places"
        aria-haspopup="dialog"
        onClick={() => sheet.current?.showModal()}
      >
        <IconMenu2 size={20} stroke={1.6} aria-hidden="true" />
      </button>
      {/* A press beside the sheet lands on the dialog itself. By key, Escape closes it. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <dialog
        ref={sheet}
        className={classes['sheet']}
        aria-label="Places"
        onClick={(event) => event.target === sheet.current && sheet.current.close()}
      >
        <div className={classes['sheetInner']}>
          <button type="button" className={classes['quiet']} aria-label="Close" onClick={() => sheet.current?.close()}>
            <IconX size={20} stroke={1.6} aria-hidden="true" />
          </button>
          <nav aria-label="Places">
            <Sidebar state={state} />
          </nav>
        </div>
      </dialog>
    </>
  );
}
