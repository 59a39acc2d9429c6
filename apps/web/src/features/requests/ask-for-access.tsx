import { t } from '@lingui/core/macro';
import { limits } from '@longhand/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import classes from './requests.module.css';

/**
 * Requests access to a document or project that the user may not read. The response does not reveal
 * if it exists.
 */
export default function AskForAccess({ kind, id }: { kind: 'document' | 'project'; id: string }) {
  const call = useCall();
  const [message, setMessage] = useState('');
  const ask = useMutation({
    mutationFn: () =>
      call(kind === 'document' ? 'askForDocument' : 'askForProject', {
        params: { id },
        body: { message: message.trim() },
      }),
  });
  if (ask.isSuccess) {
    return (
      <p role="status" className={`soft ${classes['asked']}`}>
        {kind === 'document'
          ? t`If this document exists, its owners were notified of your request. You are notified when they grant access.`
          : t`If this project exists, its owners were notified of your request. You are notified when they grant access.`}
      </p>
    );
  }
  return (
    <form
      className={`form ${classes['asked']}`}
      aria-label={t`Request access`}
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate();
      }}
    >
      <TextArea
        label={t`Message (optional)`}
        rows={3}
        maxLength={limits.requestMax}
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      {ask.error !== null && (
        <p role="alert" className="wrong">
          {sentenceOf(ask.error)}
        </p>
      )}
      <Button type="submit" isBusy={ask.isPending}>
        {t`Request access`}
      </Button>
    </form>
  );
}
