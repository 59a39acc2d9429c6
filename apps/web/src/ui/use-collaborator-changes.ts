import type { AddedCollaborator, NewCollaborator, Role } from '@longhand/contract';
import { useMutation } from '@tanstack/react-query';
import { useUnconfirmedNotice } from './use-unconfirmed-notice.ts';

/** Calls that change the collaborators of one project or document. */
type Calls = {
  add: (body: NewCollaborator) => Promise<AddedCollaborator>;
  setRole: (userId: string, role: Role) => Promise<unknown>;
  remove: (userId: string) => Promise<unknown>;
  /** Refetches the data that a change affects; a mutation is pending until it resolves. */
  onSuccess: () => Promise<void>;
};

/**
 * Creates the mutations that add, change and remove collaborators. Warns the user if the address of
 * an added person is not confirmed.
 */
export function useCollaboratorChanges({ add, setRole, remove, onSuccess }: Calls) {
  const notice = useUnconfirmedNotice();
  return {
    add: useMutation({
      mutationFn: add,
      onSuccess(added) {
        notice(added);
        return onSuccess();
      },
    }),
    setRole: useMutation({
      mutationFn: ({ userId, role }: { userId: string; role: Role }) => setRole(userId, role),
      onSuccess,
    }),
    remove: useMutation({ mutationFn: remove, onSuccess }),
  };
}
