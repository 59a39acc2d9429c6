import { PasswordInput, type PasswordInputProps } from '@mantine/core';

const eye = { 'aria-label': 'Show password', tabIndex: 0 };

/** A field for a password that can be shown. Says to screen readers when it is not right, which Mantine's own leaves out. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput visibilityToggleButtonProps={eye} aria-invalid={props.error ? true : undefined} {...props} />;
}
