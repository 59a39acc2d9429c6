import { t } from '@lingui/core/macro';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { FieldFrame, named, type TextFieldProps } from './fields.tsx';

/** A password field whose value can be shown. */
export function PasswordField({ label, description, error, style, ...input }: TextFieldProps) {
  const id = useId();
  const [isVisible, setVisible] = useState(false);
  const texts = { label, description, error, ...(style && { style }) };
  const Icon = isVisible ? IconEyeOff : IconEye;
  return (
    <FieldFrame {...texts} id={id} isRequired={input.required === true}>
      <div className="password">
        <input {...input} {...named(id, texts)} type={isVisible ? 'text' : 'password'} />
        <button
          type="button"
          className="iconButton"
          aria-label={t`Show password`}
          aria-pressed={isVisible}
          // The caret stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setVisible(!isVisible)}
        >
          <Icon size={18} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
    </FieldFrame>
  );
}
