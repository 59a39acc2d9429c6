import { onFirstInteraction } from '../../ui/first-interaction.ts';
import type { PartsLoader } from './parts-loader.ts';

/**
 * Loads the editor of the front page's sheet, 160 KB, at the first interaction. If that fails, the
 * text of the built page stays. A press on the sheet before is remembered.
 */
export function startSheet({ load }: PartsLoader): void {
  const figure = document.querySelector<HTMLElement>('[data-sheet]');
  if (figure === null) return;
  let pressed: { x: number; y: number } | null = null;
  const press = ({ clientX: x, clientY: y }: PointerEvent): void => void (pressed = { x, y });
  figure.addEventListener('pointerdown', press);
  const takePressed = () => {
    const where = pressed;
    pressed = null;
    figure.removeEventListener('pointerdown', press);
    return where;
  };
  onFirstInteraction(() => {
    load()
      .then(({ openSheet }) => openSheet(figure, takePressed))
      .catch((error: unknown) => console.warn('The sheet could not be loaded:', error));
  });
}
