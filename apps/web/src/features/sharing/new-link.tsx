import { t } from '@lingui/core/macro';
import { guestRole, limits, newGuestLink } from '@longhand/contract';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useRules } from '../../api/use-rules.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { fieldErrorsOf, sentenceOf } from '../../api/failure.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { roleChoices } from '../../ui/roles.ts';
import { useWrong } from '../../ui/use-fields.ts';
import classes from './sharing.module.css';

const roles = roleChoices.filter(({ value }) => guestRole.safeParse(value).success);
const terms = [
  { value: '1', label: t`A day` },
  { value: '7', label: t`A week` },
  { value: String(limits.invitationDays), label: t`Two weeks` },
  { value: String(limits.invitationDaysMax), label: t`Three months` },
];

/** Returns the periods that the rules of the server allow, and the longest that they allow. */
function termsWithin(most: number): readonly { value: string; label: string }[] {
  const within = terms.filter(({ value }) => Number(value) <= most);
  if (within.some(({ value }) => Number(value) === most)) return within;
  return [...within, { value: String(most), label: t`${most} days` }];
}

type Props = {
  isSending: boolean;
  onSend: (body: ReturnType<typeof newGuestLink.parse>) => Promise<void>;
  onCancel: () => void;
};

/** Values of the form: a period in days, and an optional password. */
type Values = { readonly role: string; readonly days: string; readonly password: string };

/** Returns the values of a new form: a week, or the longest period that is offered. */
function initialOf(offered: readonly { value: string }[]): Values {
  const days = offered.find(({ value }) => value === '7') ?? offered.at(-1);
  return { role: 'viewer', days: days?.value ?? '1', password: '' };
}

/** Form for a new guest link. */
export function NewLink({ isSending, onSend, onCancel }: Props) {
  const { guestLinkDays } = useRules();
  const offered = termsWithin(guestLinkDays);
  const [values, setValues] = useState(() => initialOf(offered));
  const { wrong, check } = useWrong(newGuestLink);
  const [refused, setRefused] = useState<string | null>(null);
  const first = useRef<HTMLSelectElement>(null);
  useEffect(() => first.current?.focus(), []);
  const change = (part: Partial<Values>): void => setValues((before) => ({ ...before, ...part }));
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setRefused(null);
    const body = check(bodyOf(values));
    if (body === null) return;
    try {
      await onSend(body);
    } catch (error) {
      setRefused(fieldErrorsOf(error)['password'] ?? sentenceOf(error));
    }
  }
  return (
    <form
      className={`card stack sunken ${classes['made']}`}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label={t`Create link`}
    >
      <SelectField
        ref={first}
        label={t`Guests join as`}
        options={roles}
        value={values.role}
        onChange={({ currentTarget }) => change({ role: currentTarget.value })}
      />
      <SelectField
        label={t`Expires in`}
        options={[...offered]}
        value={values.days}
        onChange={({ currentTarget }) => change({ days: currentTarget.value })}
      />
      <PasswordField
        label={t`Password (optional)`}
        autoComplete="new-password"
        value={values.password}
        error={wrong['password']}
        onChange={({ currentTarget }) => change({ password: currentTarget.value })}
      />
      {refused !== null && <p role="alert">{refused}</p>}
      <div>
        <Button type="submit" size="xs" isBusy={isSending}>
          {t`Create link`}
        </Button>
        <Button variant="subtle" size="xs" onClick={onCancel}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
}

function bodyOf({ role, days, password }: Values) {
  return { role, expiresInDays: Number(days), ...(password === '' ? {} : { password }) };
}
