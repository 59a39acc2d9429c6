import { useEffect, useState } from 'react';

/** Restores the focus when the calling component is unmounted. */
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
