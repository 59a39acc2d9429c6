import { newCollaborator, type NewCollaborator } from '@longhand/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { roleChoices } from './roles.ts';
import { useFields } from './useFields.ts';
import './field.css';
import classes from './AddPersonForm.module.css';

type Props = {
  /** Adds a person; answers what was not right, by field, or null where they were added. */
  add: (values: NewCollaborator) => Promise<Readonly<Record<string, string>> | null>;
  isAdding: boolean;
};

/** Shares something with one more person. Starts anew when somebody has been added. */
export function AddPersonForm(props: Props) {
  const [added, setAdded] = useState(0);
  return <Form key={added} {...props} isNext={added > 0} onAdded={() => setAdded(added + 1)} />;
}

function Form({ add, isAdding, isNext, onAdded }: Props & { isNext: boolean; onAdded: () => void }) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The form of the person before took the focus with it.
    if (isNext) first.current?.focus();
  }, [isNext]);
  const fields = useFields(newCollaborator, { usernameOrEmail: '', role: 'editor' });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const values = fields.check();
    if (values === null) return;
    const errors = await add(values);
    if (errors === null) onAdded();
    else fields.refuse(errors);
  }

  return (
    <form className={classes['add']} onSubmit={(event) => void submit(event)} noValidate aria-label="Add a person">
      <TextInput
        ref={first}
        label="Username or email"
        autoComplete="off"
        autoCapitalize="none"
        data-autofocus
        {...fields.field('usernameOrEmail')}
      />
      <NativeSelect label="Role" data={[...roleChoices]} {...fields.field('role')} />
      <Button type="submit" loading={isAdding}>
        Add
      </Button>
    </form>
  );
}
