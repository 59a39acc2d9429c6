import { messageOfIssue, type Issue } from '@longhand/contract';
import { useEffect, useState, type ChangeEvent } from 'react';
import { fieldText } from '../language/contract-text.ts';

type FieldIssue = Issue & { readonly path: readonly PropertyKey[] };

/** The part of a contract schema that a form needs. */
export type Checked<Values> = {
  safeParse(values: unknown):
    | { success: true; data: Values }
    | {
        success: false;
        error: { issues: readonly FieldIssue[] };
      };
};

type Change = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

/** Props of one form field. */
export type Field = {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: Change) => void;
};

/**
 * Fields of a form with text values, validated by the same schema as on the server. Errors are
 * shown below their fields.
 */
export type Fields<Values> = {
  field(name: string): Field;
  /** Returns the values, or null if they are invalid; the form then shows the errors. */
  check(): Values | null;
  /** Shows validation errors from the server. */
  refuse(errors: Readonly<Record<string, string>>): void;
};

/**
 * Creates the fields of a form. `initial` names every field; a later change of it updates the
 * fields that the user has not edited. On errors, the first invalid field gets the focus, so that
 * its message is announced.
 */
export function useFields<Values>(
  schema: Checked<Values>,
  initial: Readonly<Record<string, string>>,
): Fields<Values> {
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

/** Validates a request body with the contract's schema, and shows the errors below the fields. */
export function useWrong<Values>(schema: Checked<Values>) {
  const [wrong, setWrong] = useErrors();
  return {
    wrong,
    /** Returns the body, or null if it is invalid; the fields then show the errors. */
    check(body: unknown): Values | null {
      const result = schema.safeParse(body);
      setWrong(result.success ? {} : firstMessages(result.error.issues));
      return result.success ? result.data : null;
    },
  };
}

/**
 * Moves the focus to the first invalid field after a failure of the call that sent the form, so
 * that its message is announced.
 */
export function useFocusOnFailure(failure: Error | null): void {
  useEffect(() => {
    if (failure !== null) focusFirstWrong();
  }, [failure]);
}

/**
 * Returns the errors of a form by field, and the function that sets them. On errors, the first
 * invalid field gets the focus.
 */
export function useErrors() {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    if (Object.keys(errors).length > 0) focusFirstWrong();
  }, [errors]);
  return [errors, setErrors] as const;
}

/** Only in the form that contains the focus; otherwise the focus does not change. */
function focusFirstWrong(): void {
  const form = document.activeElement?.closest('form');
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

function firstMessages(issues: readonly FieldIssue[]): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const issue of issues)
    messages[issue.path.map(String).join('.')] ??= fieldText(messageOfIssue(issue));
  return messages;
}
