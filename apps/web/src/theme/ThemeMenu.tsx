import { lazy, Suspense, useState } from 'react';
import { ThemeButton } from './ThemeButton.tsx';

const ThemeChoices = lazy(() => import('./ThemeChoices.tsx'));

/** The button that changes the theme. Its menu is fetched when it is first pressed: most people never do. */
export function ThemeMenu() {
  const [isWanted, setWanted] = useState(false);
  const button = <ThemeButton aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />;
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <ThemeChoices />
    </Suspense>
  );
}
