import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { serverName } from '../../ui/branding.ts';

type Props = { invitation: { link: string; email: string | null }; onClose: () => void };

/** Hosts that on every computer mean the computer itself. */
const ownHost = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Link of an invitation that was just created: it is shown only once. */
export function MadeInvitation({ invitation: { link, email }, onClose }: Props) {
  const call = useCall();
  const { data: settings } = useQuery({
    queryKey: keys.settings,
    queryFn: ({ signal }) => call('getSettings', {}, signal),
  });
  const [copied, setCopied] = useState<'not yet' | 'copied' | 'failed'>('not yet');
  const copy = (): void => {
    navigator.clipboard.writeText(link).then(
      () => setCopied('copied'),
      // The browser may refuse; the link can be selected.
      () => setCopied('failed'),
    );
  };
  return (
    <Dialog title={t`Invitation created`} onClose={onClose}>
      <div className="form">
        <p className="dialogText">
          {email === null
            ? t`Anyone with this link can join until it expires or is revoked.`
            : settings?.mail === true
              ? t`The link was sent to ${email}. It works once; you can also copy it and send it yourself.`
              : t`This server cannot send mail. Copy the link and send it to ${email} yourself. It works once.`}{' '}
          {t`The link is shown only once.`}
        </p>
        {ownHost.test(new URL(link).hostname) && (
          <p className="dialogText">
            {t`The link only opens on the computer that runs ${{ server: serverName() }}. To invite people elsewhere, set a public address (PUBLIC_URL).`}
          </p>
        )}
        <TextField
          label={t`Link`}
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <p role="status" style={{ minHeight: '1.5rem' }}>
          {copied === 'copied' && t`Copied.`}
          {copied === 'failed' &&
            t`Your browser did not allow copying. Select the link and copy it.`}
        </p>
        <div className="dialogButtons">
          <Button variant="default" onClick={onClose}>
            {t`Close`}
          </Button>
          <Button data-autofocus onClick={copy}>
            {t`Copy link`}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
