import type { ComponentProps, ReactNode } from 'react';
import classes from './button.module.css';

/**
 * Look of a button: filled for the primary action, `danger` for an action that cannot be undone,
 * the others for secondary actions.
 */
export type ButtonLook = {
  variant?: 'filled' | 'default' | 'light' | 'subtle' | 'danger';
  size?: 'xs' | 'sm' | 'md';
};

/** Returns the attributes that style an element as a button. */
export function buttonLook({ variant = 'filled', size = 'sm' }: ButtonLook) {
  return { className: classes['button'], 'data-look': variant, 'data-size': size };
}

/** Props of {@link Button}. */
export type ButtonProps = ButtonLook &
  ComponentProps<'button'> & {
    /** True while its action runs: the button is disabled and shows a spinner. */
    isBusy?: boolean;
    /** True if it is as wide as its container. */
    isWide?: boolean;
    /** Icon before the text. */
    icon?: ReactNode;
  };

/** A button. Its default type is `button`, so that it does not submit a form. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    isBusy = false,
    isWide,
    icon,
    className,
    disabled,
    children,
    ...button
  } = props;
  const look = buttonLook({ ...(variant && { variant }), ...(size && { size }) });
  return (
    <button
      type="button"
      {...button}
      {...look}
      className={className === undefined ? look.className : `${look.className} ${className}`}
      disabled={disabled === true || isBusy}
      aria-busy={isBusy || button['aria-busy'] || undefined}
      data-spinning={isBusy || undefined}
      data-wide={isWide || undefined}
    >
      {icon}
      {children}
    </button>
  );
}
