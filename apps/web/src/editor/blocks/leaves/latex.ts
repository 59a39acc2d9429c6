import katex from 'katex';
import 'katex/dist/katex.min.css';

/**
 * Renders a formula with its accessible markup. For an invalid formula, shows the source with the
 * error message as a tooltip.
 */
export function draw(face: HTMLElement, source: string, displayMode: boolean): void {
  try {
    katex.render(source, face, {
      displayMode,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand: 500,
      maxSize: 30,
    });
    face.removeAttribute('title');
    face.classList.remove('wrongFormula');
  } catch (error) {
    face.textContent = source;
    face.title = error instanceof Error ? error.message : String(error);
    face.classList.add('wrongFormula');
  }
}
