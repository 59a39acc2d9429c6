import { fieldErrorsOf, sentenceOf } from '../../api/failure.ts';
import { AddPersonForm } from '../../ui/AddPersonForm.tsx';
import { useChangePeople } from './usePeople.ts';

/** Shares a project with one more person. */
export function AddPerson({ projectId }: { projectId: string }) {
  const { add } = useChangePeople(projectId);
  return (
    <AddPersonForm
      isAdding={add.isPending}
      add={(values) =>
        add.mutateAsync(values).then(
          () => null,
          (error: unknown) => {
            const errors = fieldErrorsOf(error);
            return Object.keys(errors).length > 0 ? errors : { usernameOrEmail: sentenceOf(error) };
          },
        )
      }
    />
  );
}
