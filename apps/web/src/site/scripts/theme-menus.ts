import { storedTheme, storeTheme, themes } from '../../theme/scheme.ts';
import { itemsOf, pressedInMenu } from '../../ui/menu-keys.ts';
import { positionMenu } from '../../ui/position-menu.ts';
import { deviceStorage } from '../../ui/storage.ts';

/** Makes the theme menus of a public page work: see `frame/theme-menu.tsx`. */
export function startThemeMenus(): void {
  for (const menu of document.querySelectorAll<HTMLElement>('[data-theme-menu]')) {
    const button = document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`);
    if (button !== null) startMenu(menu, button);
  }
}

/** The browser opens and closes the menu; this positions it, and handles its keys and items. */
function startMenu(menu: HTMLElement, button: HTMLElement): void {
  const reposition = (): void => positionMenu(menu, button);
  const close = (): void => menu.hidePopover();
  menu.addEventListener('beforetoggle', ({ newState }) => {
    const chosen = storedTheme(deviceStorage);
    button.setAttribute('aria-expanded', String(newState === 'open'));
    for (const item of itemsOf(menu))
      item.toggleAttribute('data-chosen', item.dataset['theme'] === chosen);
  });
  menu.addEventListener('toggle', ({ newState }) => {
    const change = newState === 'open' ? 'addEventListener' : 'removeEventListener';
    window[change]('scroll', reposition, { capture: true });
    window[change]('resize', reposition);
    if (newState !== 'open') return;
    reposition();
    itemsOf(menu)[0]?.focus({ preventScroll: true });
  });
  menu.addEventListener('keydown', (event) => pressedInMenu(event, menu, close));
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) close();
  });
  menu.addEventListener('click', ({ target }) => {
    const item = target instanceof Element && target.closest<HTMLElement>('[data-theme]');
    const theme = themes.find((each) => item && each === item.dataset['theme']);
    if (theme === undefined) return;
    close();
    storeTheme(theme);
  });
  button.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    menu.showPopover();
  });
}
