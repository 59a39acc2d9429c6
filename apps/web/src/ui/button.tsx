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
    /** True while its action runs: a press has no effect, and the button shows a spinner. */
    isBusy?: boolean;
    /** True if it is as wide as its container. */
    isWide?: boolean;
    /** Icon before the text. */
    icon?: ReactNode;
  };

/**
 * A button. Its default type is `button`, so that it does not submit a form. While it is busy or
 * has `aria-disabled`, a press has no effect, but it keeps the focus, which a disabled button loses
 * to the page.
 */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    isBusy = false,
    isWide,
    icon,
    className,
    onClick,
    children,
    ...button
  } = props;
  const isOff = isBusy || button['aria-disabled'] === true;
  const look = buttonLook({ ...(variant && { variant }), ...(size && { size }) });
  return (
    <button
      type="button"
      {...button}
      {...look}
      className={className === undefined ? look.className : `${look.className} ${className}`}
      aria-disabled={isOff || undefined}
      onClick={(event) => {
        // Also the submission of its form by Enter in a field, which presses the button.
        if (isOff) event.preventDefault();
        else onClick?.(event);
      }}
      aria-busy={isBusy || button['aria-busy'] || undefined}
      data-spinning={isBusy || undefined}
      data-wide={isWide || undefined}
    >
      {icon}
      {children}
    </button>
  );
}
