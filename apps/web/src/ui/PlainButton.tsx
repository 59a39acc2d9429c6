import type { ComponentProps } from 'react';
import classes from './PlainButton.module.css';

/** How a button looks: filled for what is meant to be pressed first, the others for what stands beside it. */
export type ButtonLook = { variant?: 'filled' | 'default' | 'light' | 'subtle'; size?: 'sm' | 'md' };

/** The attributes that make an element look like a button. */
export function buttonLook({ variant = 'filled', size = 'sm' }: ButtonLook) {
  return { className: classes['button'], 'data-look': variant, 'data-size': size };
}

/**
 * A button that needs none of Mantine's parts, for the public pages: they are read before anything is pressed, and the parts are 16 KB.
 * It looks as Mantine's do here.
 */
export function PlainButton({ variant, size, ...button }: ButtonLook & ComponentProps<'button'>) {
  return <button type="button" {...button} {...buttonLook({ ...(variant && { variant }), ...(size && { size }) })} />;
}
