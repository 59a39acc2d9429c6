import { Button, Textarea, TextInput } from '@mantine/core';
import { contactMessage } from '@longhand/contract';
import type { FormEvent } from 'react';
import { fieldErrorsOf } from '../../api/failure.ts';
import PartsProvider from '../../theme/parts-provider.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { useFields } from '../../ui/use-fields.ts';
import { usePrefilled, useSendMessage } from './use-send-message.ts';
import '../../ui/field.css';

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
          title: 'Message sent',
          text: "Your message has been sent to our support team. We'll get back to you soon.",
        });
        onClose();
      },
      onError(error) {
        fields.refuse(fieldErrorsOf(error));
        show({
          title: 'Error',
          text: 'There was an error sending your message. Please try again.',
          isDestructive: true,
        });
      },
    });
  }

  return (
    <PartsProvider>
      <Dialog title="Contact Support" onClose={onClose}>
        <form className="form" onSubmit={submit} noValidate>
          <TextInput
            label="Name"
            autoComplete="name"
            data-autofocus
            required
            {...fields.field('name')}
          />
          <TextInput
            label="Email"
            type="email"
            autoComplete="email"
            required
            {...fields.field('email')}
          />
          <TextInput label="Subject" required {...fields.field('subject')} />
          <Textarea label="Message" rows={5} required {...fields.field('message')} />
          <div className="dialogButtons">
            <Button type="submit" disabled={send.isPending}>
              {send.isPending ? 'Sending...' : 'Send message'}
            </Button>
          </div>
        </form>
      </Dialog>
    </PartsProvider>
  );
}
