import { useEffect, useState, type ReactNode } from 'react';

/** Time after which a page has usually been opened (ms). */
const delay = 1_500;

type Props = {
  /** True once the content of the page is shown. */
  isShown?: boolean;
  /** Rendered until then. */
  meanwhile?: ReactNode;
  children: ReactNode;
};

/**
 * Renders its children once the content of the page is shown, or some time after it was mounted:
 * the files and calls of the children do not compete with that content.
 */
export function Later({ isShown = false, meanwhile = null, children }: Props): ReactNode {
  const [isDue, setDue] = useState(isShown);
  if (isShown && !isDue) setDue(true);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), delay);
    return () => clearTimeout(timer);
  }, []);
  return isDue ? children : meanwhile;
}
