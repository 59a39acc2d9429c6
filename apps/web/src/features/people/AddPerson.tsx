import { newCollaborator } from '@longhand/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { fieldErrorsOf, sentenceOf } from '../../api/failure.ts';
import { useFields } from '../../ui/useFields.ts';
import { roleChoices } from '../../ui/roles.ts';
import { useChangePeople } from './usePeople.ts';
import '../../ui/field.css';
import classes from './People.module.css';

/** Shares a project with one more person. Starts anew when somebody has been added. */
export function AddPerson({ projectId }: { projectId: string }) {
  const [added, setAdded] = useState(0);
  return <AddPersonForm key={added} isNext={added > 0} projectId={projectId} onAdded={() => setAdded(added + 1)} />;
}

type FormProps = { projectId: string; isNext: boolean; onAdded: () => void };

function AddPersonForm({ projectId, isNext, onAdded }: FormProps) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The form of the person before took the focus with it.
    if (isNext) first.current?.focus();
  }, [isNext]);
  const fields = useFields(newCollaborator, { usernameOrEmail: '', role: 'editor' });
  const { add } = useChangePeople(projectId);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const values = fields.check();
    if (values === null) return;
    add.mutate(values, {
      onSuccess: onAdded,
      onError: (error) => {
        const errors = fieldErrorsOf(error);
        fields.refuse(Object.keys(errors).length > 0 ? errors : { usernameOrEmail: sentenceOf(error) });
      },
    });
  }

  return (
    <form className={classes['add']} onSubmit={submit} noValidate aria-label="Add a person">
      <TextInput
        ref={first}
        label="Username or email"
        autoComplete="off"
        autoCapitalize="none"
        {...fields.field('usernameOrEmail')}
      />
      <NativeSelect label="Role" data={[...roleChoices]} {...fields.field('role')} />
      <Button type="submit" loading={add.isPending}>
        Add
      </Button>
    </form>
  );
}
