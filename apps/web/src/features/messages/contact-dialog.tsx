import { t } from '@lingui/core/macro';
import { contactMessage } from '@longhand/contract';
import type { FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { fieldErrorsOf } from '../../api/failure.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { useFields } from '../../ui/use-fields.ts';
import { usePrefilled, useSendMessage } from './use-send-message.ts';

/** Contact form for support. The typed text remains while it is sent, and after a failure. */
export default function ContactDialog({ onClose }: { onClose: () => void }) {
  const fields = useFields(contactMessage, { ...usePrefilled(), subject: '', message: '' });
  const send = useSendMessage();
  const show = useToast();

  function submit(event: FormEvent): void {
    event.preventDefault();
    const values = fields.check();
    if (values === null) return;
    send.mutate(values, {
      onSuccess() {
        show({
          title: t`Message sent`,
          text: t`Your message has been sent to our support team. We'll get back to you soon.`,
        });
        onClose();
      },
      onError(error) {
        fields.refuse(fieldErrorsOf(error));
        show({
          title: t`Error`,
          text: t`There was an error sending your message. Please try again.`,
          isDestructive: true,
        });
      },
    });
  }

  return (
    <Dialog title={t`Contact Support`} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <TextField
          label={t`Name`}
          autoComplete="name"
          data-autofocus
          required
          {...fields.field('name')}
        />
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="email"
          required
          {...fields.field('email')}
        />
        <TextField label={t`Subject`} required {...fields.field('subject')} />
        <TextArea label={t`Message`} rows={5} required {...fields.field('message')} />
        <div className="dialogButtons">
          <Button type="submit" disabled={send.isPending}>
            {send.isPending ? t`Sending...` : t`Send message`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
