/** Distance of a menu from its button, and minimum distance from the edges (pixels). */
const [gap, edge] = [4, 8];

/**
 * Positions a menu below its button, aligned with its end; above it if there is not enough space
 * below. The end is at the left in a page from right to left.
 */
export function positionMenu(menu: HTMLElement, button: HTMLElement): void {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const isBelow = bottom + gap + height + edge <= window.innerHeight || top < height + gap + edge;
  const wanted = isBelow ? bottom + gap : top - gap - height;
  const within = (at: number, room: number): number => Math.max(edge, Math.min(at, room - edge));
  const end = getComputedStyle(menu).direction === 'rtl' ? left : right - width;
  menu.style.left = `${within(end, window.innerWidth - width)}px`;
  menu.style.top = `${within(wanted, window.innerHeight - height)}px`;
}

/**
 * Aligns the start of a box with the start of a place, and keeps it in the window. Both starts are
 * at the right in a page from right to left.
 *
 * @param place edges of the place in the window (pixels)
 */
export function alignStarts(
  box: HTMLElement,
  place: { readonly left: number; readonly right: number },
): void {
  const { offsetWidth: width, style } = box;
  const start = getComputedStyle(box).direction === 'rtl' ? place.right - width : place.left;
  const most = document.documentElement.clientWidth - width - edge;
  style.left = `${Math.max(edge, Math.min(start, most))}px`;
}
