import { plural, t } from '@lingui/core/macro';
import type { AdminUser, ErasurePreview } from '@longhand/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../api/api-provider.tsx';
import { ApiFailure, fieldErrorsOf, sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { ProofForm } from './proof-form.tsx';
import { Check } from './provider-form.tsx';

/** Returns what happens to the names that the person gave, and what stays of them. */
function namesOf({ titles, tags, files }: ErasurePreview, removeWords: boolean): string[] {
  const words = t`${plural(titles, { one: '# title', other: '# titles' })}, ${plural(tags, { one: '# tag', other: '# tags' })} and ${plural(files, { one: 'the name of # file', other: 'the names of # files' })}`;
  if (!removeWords) return [t`Titles, tags and names of files stay: ${words}.`];
  return [
    t`Titles and tags that only this person gave, and names of files, are removed: ${words}.`,
    t`Names of projects and versions, titles and tags that others gave as well, and text that others have copied elsewhere, stay.`,
  ];
}

/** Returns what happens besides the removal of the account. */
function consequencesOf(about: ErasurePreview, removeWords: boolean): string[] {
  const { documents, comments, suggestions, drafts, projectsHandedOver, projectsDeleted } = about;
  const inDocuments = plural(documents, { one: '# document', other: '# documents' });
  const inComments = plural(comments, { one: '# comment', other: '# comments' });
  const inSuggestions = plural(suggestions, {
    one: '# open suggestion',
    other: '# open suggestions',
  });
  const words = t`${inDocuments}, ${inComments} and ${inSuggestions}`;
  return [
    removeWords
      ? t`The text of this person is removed: from ${words}. Versions of these documents are rewritten without it. This cannot be undone.`
      : t`The text of this person stays under the name “A former member”: in ${words}.`,
    ...namesOf(about, removeWords),
    ...(drafts > 0
      ? [
          plural(drafts, {
            one: '# personal draft is moved to the trash, and deleted with it.',
            other: '# personal drafts are moved to the trash, and deleted with it.',
          }),
        ]
      : []),
    ...(projectsHandedOver > 0
      ? [
          plural(projectsHandedOver, {
            one: '# project without another owner is handed over to the member with the highest role.',
            other:
              '# projects without another owner are handed over to the member with the highest role.',
          }),
        ]
      : []),
    ...(projectsDeleted > 0
      ? [
          plural(projectsDeleted, {
            one: '# project without other members is moved to the trash.',
            other: '# projects without other members are moved to the trash.',
          }),
        ]
      : []),
    t`Copies in backups stay until those backups are deleted.`,
  ];
}

/** Sends the erasure. */
function useErase(user: AdminUser, onClose: () => void) {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  return useMutation({
    mutationFn: (body: { username: string; removeWords: boolean; currentPassword: string }) =>
      call('createErasure', { params: { id: user.id }, body }),
    async onSuccess() {
      await Promise.all(
        ['people', 'erasures', 'former-members'].map((what) =>
          store.invalidateQueries({ queryKey: keys.admin(what) }),
        ),
      );
      show({ title: t`The account was erased`, text: t`Documents are changed in the background.` });
      onClose();
    },
  });
}

type Props = { user: AdminUser; onClose: () => void };

/** Dialog that erases a person. It names the consequences, and asks for the username. */
export function ErasePerson({ user, onClose }: Props) {
  const call = useCall();
  const about = useQuery({
    queryKey: [...keys.admin('erasure'), user.id],
    queryFn: ({ signal }) => call('previewErasure', { params: { id: user.id } }, signal),
  });
  return (
    <Dialog title={t`Erase ${{ name: user.name }}`} onClose={onClose}>
      {about.error !== null && <p role="alert">{sentenceOf(about.error)}</p>}
      {about.isPending && <RowSkeletons />}
      {about.data?.isHeld === true && (
        <p>
          {t`This person is on legal hold. The account cannot be erased until an administrator ends the hold.`}
        </p>
      )}
      {about.data?.isHeld === false && (
        <EraseForm user={user} about={about.data} onClose={onClose} />
      )}
    </Dialog>
  );
}

function EraseForm({ user, about, onClose }: Props & { about: ErasurePreview }) {
  const [removeWords, setRemoveWords] = useState(false);
  const [username, setUsername] = useState('');
  const erase = useErase(user, onClose);
  const code = erase.error instanceof ApiFailure ? erase.error.problem?.code : undefined;
  const errors = fieldErrorsOf(erase.error);
  const sentence = erase.error === null ? undefined : sentenceOf(erase.error);
  const isOfName = code === 'not_this_username';

  return (
    <ProofForm
      button={t`Erase this person`}
      variant="danger"
      isBusy={erase.isPending}
      failure={erase.error}
      error={
        errors['currentPassword'] ??
        (errors['username'] === undefined && !isOfName ? sentence : undefined)
      }
      onSubmit={(currentPassword) => erase.mutate({ username, removeWords, currentPassword })}
      onClose={onClose}
    >
      <Consequences user={user} about={about} removeWords={removeWords} onChange={setRemoveWords} />
      <TextField
        label={t`Enter the username: ${{ username: user.username }}`}
        autoComplete="off"
        spellCheck={false}
        value={username}
        error={errors['username'] ?? (isOfName ? sentence : undefined)}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
    </ProofForm>
  );
}

type ConsequencesProps = {
  user: AdminUser;
  about: ErasurePreview;
  removeWords: boolean;
  onChange: (removeWords: boolean) => void;
};

/** The choice to remove the text, and what happens with it. */
function Consequences({ user, about, removeWords, onChange }: ConsequencesProps) {
  const isHeld = about.heldDocuments > 0;
  return (
    <>
      <p>
        {t`The account of ${{ username: user.username }} is deleted, with its name, address, sessions, tokens, second factors, identities and memberships. This cannot be undone.`}
      </p>
      <Check
        label={t`Also remove the text of this person`}
        isOn={removeWords}
        isDisabled={isHeld}
        onChange={onChange}
      >
        {isHeld
          ? plural(about.heldDocuments, {
              one: '# document is on legal hold, so the text has to stay.',
              other: '# documents are on legal hold, so the text has to stay.',
            })
          : t`All letters, pictures and comments of the person, in all documents.`}
      </Check>
      <ul className="remark stack close bullets">
        {consequencesOf(about, removeWords).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}
