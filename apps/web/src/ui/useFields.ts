import { useEffect, useState, type ChangeEvent } from 'react';

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

/**
 * Makes the fields of a form. `initial` names every field; where it changes later, it fills the fields that nobody has typed in. When
 * something is not right, the first such field gets the focus, so that its sentence is read out.
 */
export function useFields<Values>(schema: Checked<Values>, initial: Readonly<Record<string, string>>): Fields<Values> {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [found, setFound] = useState(0);
  useEffect(() => {
    if (found > 0) focusFirstWrong();
  }, [found]);
  const values = { ...initial, ...typed };
  const show = (messages: Readonly<Record<string, string>>): void => {
    setErrors(messages);
    if (Object.keys(messages).length > 0) setFound((before) => before + 1);
  };
  return {
    field: (name) => ({
      name,
      value: values[name] ?? '',
      error: errors[name],
      onChange(event) {
        const { value } = event.currentTarget;
        setTyped((before) => ({ ...before, [name]: value }));
        setErrors(({ [name]: _, ...others }) => others);
      },
    }),
    check() {
      const result = schema.safeParse(values);
      show(result.success ? {} : firstMessages(result.error.issues));
      return result.success ? result.data : null;
    },
    refuse: show,
  };
}

/** Checks what a form would send by the contract's schema, and shows beneath its fields what is not right. */
export function useWrong<Values>(schema: Checked<Values>) {
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    if (Object.keys(wrong).length > 0) focusFirstWrong();
  }, [wrong]);
  return {
    wrong,
    /** The body, or null where something is not right; the fields then say what. */
    check(body: unknown): Values | null {
      const result = schema.safeParse(body);
      setWrong(result.success ? {} : firstMessages(result.error.issues));
      return result.success ? result.data : null;
    },
  };
}

/** In the form that the person is in; elsewhere the focus stays where it is. */
function focusFirstWrong(): void {
  const form = document.activeElement?.closest('form');
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

function firstMessages(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of issues) messages[path.map(String).join('.')] ??= message;
  return messages;
}
