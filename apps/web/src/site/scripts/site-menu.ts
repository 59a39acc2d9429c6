/** Closes the menu of narrow screens: by Escape, by a press on one of its links, and on leaving. */
export function startSiteMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>('[data-site-menu]');
  menu?.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
  menu?.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false;
  });
  menu?.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) menu.open = false;
  });
}
