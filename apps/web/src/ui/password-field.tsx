import { PasswordInput, type PasswordInputProps } from '@mantine/core';

const eye = { 'aria-label': 'Show password', tabIndex: 0 };

/**
 * A password field whose value can be shown. Sets `aria-invalid`, which Mantine's component omits.
 */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      visibilityToggleButtonProps={eye}
      aria-invalid={props.error ? true : undefined}
      {...props}
    />
  );
}
