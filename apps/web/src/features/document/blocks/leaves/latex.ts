import katex from 'katex';
import 'katex/dist/katex.min.css';

/** Draws a formula, with what screen readers say of it. What is wrong stands as it was written, with a sign of what is wrong. */
export function draw(face: HTMLElement, source: string, displayMode: boolean): void {
  try {
    katex.render(source, face, { displayMode, throwOnError: true, strict: 'ignore', trust: false, maxExpand: 500, maxSize: 30 });
    face.removeAttribute('title');
    face.classList.remove('wrongFormula');
  } catch (error) {
    face.textContent = source;
    face.title = error instanceof Error ? error.message : String(error);
    face.classList.add('wrongFormula');
  }
}
