import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

type Props = ButtonProps & { to: string; children: ReactNode; onClick?: () => void };

/** A link that looks like a button: it goes somewhere, so it can be opened in another tab. */
export function ButtonLink({ to, children, ...look }: Props) {
  return (
    <Button component={Link} to={to} {...look}>
      {children}
    </Button>
  );
}
