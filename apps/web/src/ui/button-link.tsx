import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { buttonLook, type ButtonLook } from './button.tsx';

type Props = ButtonLook & Omit<ComponentProps<typeof Link>, 'className'>;

/** A link styled as a button: it navigates, so it can be opened in another tab. */
export function ButtonLink({ variant, size, ...link }: Props) {
  return <Link {...link} {...buttonLook({ ...(variant && { variant }), ...(size && { size }) })} />;
}
