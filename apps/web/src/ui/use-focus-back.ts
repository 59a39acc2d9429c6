import { useEffect, useState } from 'react';

/**
 * Restores the focus when the calling component is unmounted. Mantine does so only for a dialog
 * that is mounted, closed, before it opens.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // The code that closed the dialog may have moved the focus; then it stays there.
      if (document.activeElement === document.body && before instanceof HTMLElement)
        before.focus({ preventScroll: true });
    },
    [before],
  );
}
