/** Distance of a menu from its button, and minimum distance from the edges (pixels). */
const [gap, edge] = [4, 8];

/**
 * Positions a menu below its button, aligned with its end; above it if there is not enough space
 * below.
 */
export function positionMenu(menu: HTMLElement, button: HTMLElement): void {
  const { top, bottom, right } = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const isBelow = bottom + gap + height + edge <= window.innerHeight || top < height + gap + edge;
  const wanted = isBelow ? bottom + gap : top - gap - height;
  const within = (at: number, room: number): number => Math.max(edge, Math.min(at, room - edge));
  menu.style.left = `${within(right - width, window.innerWidth - width)}px`;
  menu.style.top = `${within(wanted, window.innerHeight - height)}px`;
}
