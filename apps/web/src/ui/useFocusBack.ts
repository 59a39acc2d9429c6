import { useEffect, useState } from 'react';

/**
 * Gives the focus back, when the part that calls it goes, to what had it before. Mantine does so only for a dialog that is there,
 * closed, before it opens.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Whoever closed the dialog may have put the focus somewhere; then it stays there.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
}
