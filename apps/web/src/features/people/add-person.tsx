import { refusedPerson } from '../../api/failure.ts';
import { AddPersonForm } from '../../ui/add-person-form.tsx';
import { useChangePeople } from './use-people.ts';

type Props = { projectId: string; invite?: ((email: string) => void) | undefined };

/** Adds a person to a project, or offers to invite an address without an account. */
export function AddPerson({ projectId, invite }: Props) {
  const { add } = useChangePeople(projectId);
  return (
    <AddPersonForm
      isAdding={add.isPending}
      add={(values) => add.mutateAsync(values).then(() => null, refusedPerson)}
      invite={invite}
    />
  );
}
