import { Fragment } from 'react';

/** Renders a command of a shell. It wraps between its words, never within an option. */
export function CommandLine({ children }: { children?: string }) {
  return (
    <code>
      {children?.split(' ').map((word, at) => (
        // The words of a command do not change their order.
        <Fragment key={at}>
          {at > 0 && ' '}
          <span className="unbroken">{word}</span>
        </Fragment>
      ))}
    </code>
  );
}
