import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { departureAddress } from '../../session/addresses.ts';
import { OwnerProof } from '../../session/owner-proof.tsx';
import { useSession } from '../../session/session-provider.tsx';
import { wipeBrowser } from '../../device/wipe.ts';

/** Deletes the account, with a proof of its owner. The consequences are above the button. */
export function DeleteAccount() {
  const call = useCall();
  const { spared } = useSession();
  const [currentPassword, setPassword] = useState('');
  const remove = useMutation({
    mutationFn: () => call('deleteUser', { body: { currentPassword } }),
    async onSuccess() {
      await wipeBrowser(spared);
      location.assign(departureAddress(Date.now()));
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    remove.mutate();
  }

  return (
    <form className="form" onSubmit={submit} noValidate style={{ maxWidth: '32rem' }}>
      <p style={{ lineHeight: 1.6 }}>
        <Trans>
          Your text in projects stays, under the name <em>A former member</em>. Your personal drafts
          are moved to the trash and deleted with it. Your username and address become available
          again. First transfer or delete the projects of which you are the only owner.
        </Trans>
      </p>
      <OwnerProof
        value={currentPassword}
        error={remove.error ? sentenceOf(remove.error) : undefined}
        onChange={setPassword}
      />
      <div>
        <Button type="submit" variant="danger" isBusy={remove.isPending || remove.isSuccess}>
          {t`Delete my account`}
        </Button>
      </div>
    </form>
  );
}
