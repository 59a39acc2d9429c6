import {
  cloneElement,
  createContext,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react';
import { Link } from 'react-router';
import { itemsOf, pressedInMenu } from './menu-keys.ts';
import { positionMenu } from './position-menu.ts';
import './menu.css';

type Props = {
  /** Button that opens the menu. The menu adds its attributes. */
  button: ReactElement<ComponentProps<'button'>>;
  /** True to open the menu when it is mounted: its code was loaded by the press on its button. */
  opensOnMount?: boolean;
  /** Items; rendered while the menu is open. */
  children: ReactNode;
};

/** Closes the menu of an item. */
const CloseContext = createContext<() => void>(() => undefined);

/**
 * A button with a menu. The browser shows it above the page, closes it when another part of the
 * page is pressed, and returns the focus to its button. Source: WAI-ARIA Authoring Practices, Menu
 * Button; HTML Standard, the `popover` attribute.
 */
export function Menu({ button, opensOnMount = false, children }: Props) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(opensOnMount);
  // A press on the button closes an open menu before its click is dispatched.
  const wasOpen = useRef(false);
  const close = (): void => menu.current?.hidePopover();
  useLayoutEffect(() => (isOpen ? show(menu.current, opener.current) : undefined), [isOpen]);
  const closed = (): void => {
    setOpen(false);
    if (document.activeElement === document.body) opener.current?.focus({ preventScroll: true });
  };
  useLayoutEffect(() => {
    // Moving an element in the page, as with a row of a list, hides a popover without an event.
    if (isOpen && menu.current?.matches(':popover-open') === false) closed();
  });
  return (
    <>
      {cloneElement(button, {
        id,
        ref: opener,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onPointerDown: () => void (wasOpen.current = isOpen),
        onClick({ detail }) {
          const isByPress = detail > 0;
          if (menu.current?.matches(':popover-open') === true) close();
          else if (!isByPress || !wasOpen.current) setOpen(true);
          wasOpen.current = false;
        },
        onKeyDown(event) {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        },
      })}
      {/* It has no role while it is closed, because a menu must have items. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={menu}
        popover="auto"
        className="float menu"
        role={isOpen ? 'menu' : undefined}
        aria-labelledby={isOpen ? id : undefined}
        tabIndex={-1}
        onToggle={({ newState }) => {
          if (newState === 'closed') closed();
        }}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close();
        }}
        onKeyDown={(event) => pressedInMenu(event, event.currentTarget, close)}
      >
        {isOpen && <CloseContext value={close}>{children}</CloseContext>}
      </div>
    </>
  );
}

/**
 * Shows a menu beside its button, and focuses its first item, again if the focused item is removed:
 * items depend on data that may change. Returns a function that stops following the button and the
 * items.
 */
function show(menu: HTMLElement | null, button: HTMLElement | null): (() => void) | undefined {
  if (menu === null || button === null) return undefined;
  const reposition = (): void => positionMenu(menu, button);
  // The browser returns the focus to the element that is focused now.
  button.focus({ preventScroll: true });
  if (!menu.matches(':popover-open')) menu.showPopover();
  reposition();
  const focusFirst = (): void => itemsOf(menu)[0]?.focus({ preventScroll: true });
  focusFirst();
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body) focusFirst();
  });
  observer.observe(menu, { childList: true, subtree: true });
  window.addEventListener('scroll', reposition, { capture: true, passive: true });
  window.addEventListener('resize', reposition);
  return () => {
    observer.disconnect();
    window.removeEventListener('scroll', reposition, { capture: true });
    window.removeEventListener('resize', reposition);
  };
}

type ItemProps = {
  icon?: ReactNode;
  /** Shown at the end, for example a key binding. */
  end?: ReactNode;
  children: ReactNode;
} & ({ to: string; onClick?: never } | { to?: never; onClick: () => void });

/** An item of a menu: an action, or a link to a page. Choosing it closes the menu first. */
export function MenuItem({ icon, end, children, to, onClick }: ItemProps) {
  const close = useContext(CloseContext);
  const content = (
    <>
      {icon}
      <span>{children}</span>
      {end !== undefined && end !== null && <span className="menuEnd">{end}</span>}
    </>
  );
  if (to !== undefined)
    return (
      <Link role="menuitem" tabIndex={-1} to={to} onClick={close}>
        {content}
      </Link>
    );
  const choose = (): void => {
    close();
    onClick();
  };
  return (
    <button type="button" role="menuitem" tabIndex={-1} onClick={choose}>
      {content}
    </button>
  );
}
