import { createRoot } from 'react-dom/client';
import { LiveSheet, type Pressed } from '../landing/live-sheet.tsx';

/** Renders the sheet with an editor into its figure, instead of the text there. */
export function startSheet(figure: HTMLElement, takePressed: () => Pressed | null): void {
  createRoot(figure).render(<LiveSheet takePressed={takePressed} />);
}
