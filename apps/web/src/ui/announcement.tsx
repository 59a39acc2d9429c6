import type { ReactNode } from 'react';

/** A live region for screen readers only: changes of its text are announced. */
export function Announcement({ children }: { children: ReactNode }) {
  return (
    <span role="status" className="unseen">
      {children}
    </span>
  );
}
