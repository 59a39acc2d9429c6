import type { ComponentProps } from 'react';
import classes from './plain-button.module.css';

/** Look of a button: filled for the primary action, the others for secondary actions. */
export type ButtonLook = {
  variant?: 'filled' | 'default' | 'light' | 'subtle';
  size?: 'sm' | 'md';
};

/** Returns the attributes that style an element as a button. */
export function buttonLook({ variant = 'filled', size = 'sm' }: ButtonLook) {
  return { className: classes['button'], 'data-look': variant, 'data-size': size };
}

/**
 * A button without Mantine, for the public pages. They are read before anything is pressed, and
 * Mantine's part is 16 KB. It has the same look as Mantine's buttons here.
 */
export function PlainButton({ variant, size, ...button }: ButtonLook & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...button}
      {...buttonLook({ ...(variant && { variant }), ...(size && { size }) })}
    />
  );
}
