import { t } from '@lingui/core/macro';
import type { AdminUser } from '@longhand/contract';
import { useCall } from '../../api/api-provider.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { ProofDialog } from './proof-form.tsx';

/** Dialog that mails a person a link to their data. */
export function SendData({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const call = useCall();
  const show = useToast();

  async function send(currentPassword: string): Promise<void> {
    const { email } = await call('requestUserExport', {
      params: { id: user.id },
      body: { currentPassword },
    });
    show({ title: t`The link was sent`, text: t`To ${email}. It is valid for seven days.` });
  }

  return (
    <ProofDialog
      title={t`Send ${{ name: user.name }} their data`}
      button={t`Send the link`}
      act={send}
      onClose={onClose}
    >
      <p>
        {t`${{ email: user.email }} gets a link to an archive. You do not receive it, because administrators do not read the documents of others.`}
      </p>
      <p>
        {user.disabledAt === null
          ? t`The person signs in to open the link. The archive contains the account data and all documents that the person may read.`
          : t`The account is disabled, so the archive contains the account data, comments and personal drafts, but no documents of projects.`}
      </p>
    </ProofDialog>
  );
}
