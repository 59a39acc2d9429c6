import { useId, type ComponentProps, type CSSProperties, type ReactNode } from 'react';
import './field.css';

/** Texts around a field. */
type Texts = {
  label?: ReactNode;
  /** Shown below the label. */
  description?: ReactNode;
  /** Shown below the field, which is then invalid. */
  error?: ReactNode;
  /** Style of the field with its texts. */
  style?: CSSProperties;
};

type FrameProps = Texts & {
  id: string;
  isRequired: boolean;
  children: ReactNode;
};

/** Label, description and error of a field. `children` is the field, with {@link named}'s props. */
export function FieldFrame(props: FrameProps) {
  const { id, label, description, error, style, isRequired, children } = props;
  return (
    <div className="field" style={style}>
      {label !== undefined && (
        <label htmlFor={id}>
          {label}
          {isRequired && (
            <span className="soft" aria-hidden="true">
              {' *'}
            </span>
          )}
        </label>
      )}
      {isShown(description) && (
        <p className="description soft" id={`${id}-description`}>
          {description}
        </p>
      )}
      {children}
      {isShown(error) && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** Returns the attributes that connect a field with its label, description and error. */
export function named(id: string, { description, error }: Texts) {
  const texts = [
    ...(isShown(error) ? [`${id}-error`] : []),
    ...(isShown(description) ? [`${id}-description`] : []),
  ];
  return {
    id,
    className: 'input',
    'aria-invalid': isShown(error) || undefined,
    'aria-describedby': texts.length === 0 ? undefined : texts.join(' '),
  };
}

const isShown = (text: ReactNode): boolean =>
  text !== undefined && text !== null && text !== false && text !== '';

/** Props of {@link TextField}. */
export type TextFieldProps = Texts & ComponentProps<'input'>;

/** A text field of one line. */
export function TextField({ label, description, error, style, ...input }: TextFieldProps) {
  const id = useId();
  const texts = { label, description, error, ...(style && { style }) };
  return (
    <FieldFrame {...texts} id={id} isRequired={input.required === true}>
      <input type="text" dir="auto" {...input} {...named(id, texts)} />
    </FieldFrame>
  );
}

/** A text field of several lines. */
export function TextArea(props: Texts & ComponentProps<'textarea'>) {
  const { label, description, error, style, ...area } = props;
  const id = useId();
  const texts = { label, description, error, ...(style && { style }) };
  return (
    <FieldFrame {...texts} id={id} isRequired={area.required === true}>
      <textarea dir="auto" {...area} {...named(id, texts)} />
    </FieldFrame>
  );
}

/** A choice of a {@link SelectField}. */
export type Option = { readonly value: string; readonly label: string };

/** A field with a fixed list of values. */
export function SelectField(
  props: Texts & ComponentProps<'select'> & { options: readonly Option[] },
) {
  const { label, description, error, style, options, ...select } = props;
  const id = useId();
  const texts = { label, description, error, ...(style && { style }) };
  return (
    <FieldFrame {...texts} id={id} isRequired={select.required === true}>
      <select {...select} {...named(id, texts)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
