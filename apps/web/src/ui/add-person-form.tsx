import { t } from '@lingui/core/macro';
import { email as address, newCollaborator, type NewCollaborator } from '@longhand/contract';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Button } from './button.tsx';
import { SelectField, TextField } from './fields.tsx';
import { roleChoices } from './roles.ts';
import { useFields } from './use-fields.ts';
import classes from './add-person-form.module.css';

type Refused = { readonly fields: Readonly<Record<string, string>>; readonly isUnknown: boolean };

type Props = {
  /** Adds a person. Returns the refusal, or null on success. */
  add: (values: NewCollaborator) => Promise<Refused | null>;
  /** Opens the dialog that invites this address. Absent if the caller cannot invite. */
  invite?: ((email: string) => void) | undefined;
  isAdding: boolean;
};

/**
 * Form that adds a collaborator. Resets after success; an address without an account can be invited
 * instead.
 */
export function AddPersonForm(props: Props) {
  const [added, setAdded] = useState(0);
  return <Form key={added} {...props} isNext={added > 0} onAdded={() => setAdded(added + 1)} />;
}

function Form({
  add,
  invite,
  isAdding,
  isNext,
  onAdded,
}: Props & { isNext: boolean; onAdded: () => void }) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The previous form was unmounted together with the focused element.
    if (isNext) first.current?.focus();
  }, [isNext]);
  const [unknown, setUnknown] = useState<string | null>(null);
  const fields = useFields(newCollaborator, { usernameOrEmail: '', role: 'editor' });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const values = fields.check();
    if (values === null) return;
    setUnknown(null);
    const refused = await add(values);
    if (refused === null) return onAdded();
    fields.refuse(refused.fields);
    setUnknown((refused.isUnknown && address.safeParse(values.usernameOrEmail).data) || null);
  }

  return (
    <form
      className={`addForm ${classes['add']}`}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label={t`Add a person`}
    >
      <TextField
        ref={first}
        label={t`Username or email`}
        autoComplete="off"
        autoCapitalize="none"
        data-autofocus
        {...fields.field('usernameOrEmail')}
      />
      <SelectField label={t`Role`} options={[...roleChoices]} {...fields.field('role')} />
      <Button type="submit" isBusy={isAdding}>
        {t`Add`}
      </Button>
      {unknown !== null && invite !== undefined && (
        <Button className={classes['invite']} variant="light" onClick={() => invite(unknown)}>
          {t`Invite ${unknown}`}
        </Button>
      )}
    </form>
  );
}
