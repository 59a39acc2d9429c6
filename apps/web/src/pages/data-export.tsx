import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { useCall } from '../api/api-provider.tsx';
import { ApiFailure, sentenceOf } from '../api/failure.ts';
import { fetchFile } from '../api/file-calls.ts';
import { LinkPage, NoLink } from '../features/account/links/link-page.tsx';
import { useLinkToken } from '../features/account/links/use-link-token.ts';
import { Button } from '../ui/button.tsx';
import { saveFile } from '../ui/save-file.ts';

/** Target of a mailed link to the data of a user, which an administrator has requested. */
export default function DataExportPage() {
  const token = useLinkToken();
  return (
    <LinkPage title={t`Download your data`}>
      {token === null ? <NoLink /> : <Download token={token} />}
    </LinkPage>
  );
}

function Download({ token }: { token: string }) {
  const call = useCall();
  const download = useMutation({
    async mutationFn() {
      await call('getCsrfToken', {});
      const { signal } = new AbortController();
      const how = { progress: () => undefined, signal };
      const { name, bytes } = await fetchFile('downloadUserExport', { body: { token } }, how);
      saveFile(name, bytes);
    },
  });
  const { error } = download;
  const isSignedOut = error instanceof ApiFailure && error.problem?.code === 'not_signed_in';
  return (
    <>
      <p>{t`An administrator has requested a copy of your data for you: your account and the documents that belong to it, in one archive.`}</p>
      {download.isSuccess && <p role="status">{t`Your data was downloaded.`}</p>}
      {isSignedOut && (
        <p role="alert">
          {t`Sign in to the account that the link was sent to, in another tab. Then press the button again.`}{' '}
          <a href="/auth" target="_blank" rel="noreferrer">{t`Sign in`}</a>
        </p>
      )}
      {error !== null && !isSignedOut && <p role="alert">{sentenceOf(error)}</p>}
      <Button onClick={() => download.mutate()} isBusy={download.isPending}>
        {t`Download`}
      </Button>
    </>
  );
}
