import { useState, type ChangeEvent } from 'react';

/** The part of a schema of the contract that a form needs. */
export type Checked<Values> = {
  safeParse(
    values: unknown,
  ):
    | { success: true; data: Values }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
};

type Change = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

/** What one field of a form is given. */
export type Field = { name: string; value: string; error: string | undefined; onChange: (event: Change) => void };

/** The fields of a form of texts, checked by the same schema as on the server; errors stand beneath their fields. */
export type Fields<Values> = {
  field(name: string): Field;
  /** The values, or null where something is not right; the form then says what. */
  check(): Values | null;
  /** Shows what the server found wrong. */
  refuse(errors: Readonly<Record<string, string>>): void;
};

/** Makes the fields of a form. `initial` names every field. */
export function useFields<Values>(schema: Checked<Values>, initial: Readonly<Record<string, string>>): Fields<Values> {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  return {
    field: (name) => ({
      name,
      value: values[name] ?? '',
      error: errors[name],
      onChange(event) {
        const { value } = event.currentTarget;
        setValues((before) => ({ ...before, [name]: value }));
        setErrors(({ [name]: _, ...others }) => others);
      },
    }),
    check() {
      const result = schema.safeParse(values);
      setErrors(result.success ? {} : firstMessages(result.error.issues));
      return result.success ? result.data : null;
    },
    refuse: setErrors,
  };
}

function firstMessages(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of issues) messages[path.map(String).join('.')] ??= message;
  return messages;
}
