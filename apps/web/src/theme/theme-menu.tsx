import { useState } from 'react';
import { onDemand } from '../ui/on-demand.tsx';
import { ThemeButton } from './theme-button.tsx';

const waiting = <ThemeButton aria-haspopup="menu" aria-expanded={false} />;
const ThemeChoices = onDemand(() => import('./theme-choices.tsx'), waiting);

/**
 * Button that changes the theme. Its menu is loaded on the first press: most users never open it.
 */
export function ThemeMenu() {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <ThemeChoices onClose={() => setWanted(false)} />;
  return <ThemeButton aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />;
}
