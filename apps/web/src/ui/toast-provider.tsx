import { t } from '@lingui/core/macro';
import { IconX } from '@tabler/icons-react';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import classes from './toast-provider.module.css';

/** One message to the user. A destructive one is announced assertively. */
export type Toast = {
  readonly title: string;
  readonly text?: string;
  readonly isDestructive?: boolean;
};

/** Time after which a toast closes by itself (ms). */
const stays = 1_000_000;

/** Returns the topmost overlay that Escape closes. */
const topLayer = (): Element | null =>
  [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')].at(-1) ?? null;

const ToastContext = createContext<((toast: Toast) => void) | null>(null);

/**
 * Shows one toast at a time; a new one replaces it. Escape closes the toast, but not the dialog
 * that was already open below it. Both live regions are rendered from the start: a screen reader
 * only announces changes inside a region that it already knows.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast | null>(null);
  const below = useRef<Element | null>(null);
  const show = useCallback((next: Toast) => {
    below.current = topLayer();
    setToast({ ...next });
  }, []);
  const close = useCallback(() => setToast(null), []);
  useEffect(() => {
    if (toast === null) return;
    const timer = setTimeout(close, stays);
    return () => clearTimeout(timer);
  }, [toast, close]);
  useCloseOnNavigation(toast, close);
  const isThere = useRef(false);
  isThere.current = toast !== null;
  // Registered from the start, with or without a toast: before the listener of any dialog, which
  // would otherwise close first.
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || !isThere.current) return;
      const layer = topLayer();
      // An overlay opened after the toast is closed first.
      if (layer !== null && layer !== below.current) return;
      // A dialog that was open before the toast keeps its content.
      if (layer !== null) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      close();
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [close]);
  return (
    <ToastContext value={show}>
      {children}
      <div className={classes['area']}>
        <div aria-live="polite">
          {toast !== null && !toast.isDestructive && <ToastCard toast={toast} onClose={close} />}
        </div>
        <div aria-live="assertive">
          {toast?.isDestructive && <ToastCard toast={toast} onClose={close} />}
        </div>
      </div>
    </ToastContext>
  );
}

/**
 * Closes a toast on navigation: after a press or key since the toast was shown, or through the
 * history. A toast survives the navigation of the action that it announces, however long the page
 * takes.
 */
function useCloseOnNavigation(toast: Toast | null, close: () => void): void {
  const { pathname } = useLocation();
  const isByHistory = useNavigationType() === NavigationType.Pop;
  const isTouched = useRef(false);
  const shownOn = useRef(pathname);
  useEffect(() => {
    isTouched.current = false;
    const touch = (): void => void (isTouched.current = true);
    for (const type of ['pointerdown', 'keydown'])
      window.addEventListener(type, touch, { capture: true });
    return () => {
      for (const type of ['pointerdown', 'keydown'])
        window.removeEventListener(type, touch, { capture: true });
    };
  }, [toast]);
  useEffect(() => {
    if (pathname === shownOn.current) return;
    shownOn.current = pathname;
    if (isTouched.current || isByHistory) close();
  }, [pathname, isByHistory, close]);
}

/**
 * Returns the function that shows a toast.
 *
 * @throws if used outside of {@link ToastProvider}
 */
export function useToast(): (toast: Toast) => void {
  const show = useContext(ToastContext);
  if (show === null) throw new Error('useToast needs a ToastProvider above it');
  return show;
}

function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  return (
    <div
      className={`float ${classes['card']}`}
      role={toast.isDestructive ? 'alert' : 'status'}
      data-destructive={toast.isDestructive || undefined}
    >
      <div>
        <p className={classes['title']}>{toast.title}</p>
        {toast.text !== undefined && <p className="soft">{toast.text}</p>}
      </div>
      <button
        type="button"
        className="iconButton"
        onClick={onClose}
        aria-label={t`Close notification`}
      >
        <IconX size={16} stroke={1.6} />
      </button>
    </div>
  );
}
