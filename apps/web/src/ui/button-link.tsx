import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { buttonLook, type ButtonLook } from './button.tsx';

type Props = ButtonLook & {
  to: string;
  state?: unknown;
  children: ReactNode;
  onClick?: () => void;
};

/** A link styled as a button: it navigates, so it can be opened in another tab. */
export function ButtonLink({ to, state, children, onClick, ...look }: Props) {
  return (
    <Link to={to} state={state} onClick={onClick} {...buttonLook(look)}>
      {children}
    </Link>
  );
}
