import { useEffect, useState, type ReactNode } from 'react';

/** Time after which a page has usually been opened (ms). */
const delay = 1_500;

/**
 * Renders its children some time after it was mounted: what they load does not compete with the
 * content of the page.
 */
export function Later({ children }: { children: ReactNode }): ReactNode {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), delay);
    return () => clearTimeout(timer);
  }, []);
  return isDue ? children : null;
}
