import { t } from '@lingui/core/macro';
import { IconMenu2, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Drawer } from '../ui/drawer.tsx';
import { Sidebar } from './sidebar.tsx';
import type { SidebarState } from './use-sidebar.ts';
import classes from './work-layout.module.css';

/** The sidebar as a drawer, for narrow windows. */
export function NavigationDrawer({ state }: { state: SidebarState }) {
  const drawer = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();
  useEffect(() => drawer.current?.close(), [key]);
  return (
    <>
      <button
        type="button"
        className={`iconButton ${classes['narrow']}`}
        aria-label={t`Navigation`}
        aria-haspopup="dialog"
        onClick={() => drawer.current?.showModal()}
      >
        <IconMenu2 size={20} stroke={1.6} aria-hidden="true" />
      </button>
      <Drawer ref={drawer} label={t`Navigation`}>
        <div className={`stack ${classes['inDrawer']}`}>
          <button
            type="button"
            className="iconButton"
            aria-label={t`Close`}
            onClick={() => drawer.current?.close()}
          >
            <IconX size={20} stroke={1.6} aria-hidden="true" />
          </button>
          <nav aria-label={t`Navigation`}>
            <Sidebar state={state} />
          </nav>
        </div>
      </Drawer>
    </>
  );
}
