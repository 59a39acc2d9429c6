import { t } from '@lingui/core/macro';
import type { FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { fieldErrorsOf } from '../../api/failure.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { useFields, type Fields } from '../../ui/use-fields.ts';
import { defaultRequest, demoRequest } from './demo-request.ts';
import { usePrefilled, usePublicSettings, useSendMessage } from './use-send-message.ts';

/**
 * Form that requests a demo. Its buttons are disabled while it is sent; after a failure, all values
 * remain.
 */
export default function DemoDialog({ onClose }: { onClose: () => void }) {
  const initial = { ...usePrefilled(), companyName: '', teamSize: '', message: defaultRequest };
  const fields = useFields(demoRequest, initial);
  const { data: settings } = usePublicSettings();
  const send = useSendMessage();
  const show = useToast();

  function submit(event: FormEvent): void {
    event.preventDefault();
    const values = fields.check();
    if (values === null) return;
    const request = {
      ...values,
      subject: t`Demo Request`,
      specialRecipient: settings?.salesMailbox ?? null,
    };
    send.mutate(request, {
      onSuccess() {
        show({
          title: t`Request submitted!`,
          text: t`We've received your demo request and will get back to you shortly.`,
        });
        onClose();
      },
      onError(error) {
        fields.refuse(fieldErrorsOf(error));
        const text = t`We couldn't submit your request. Please try again later.`;
        show({ title: t`Something went wrong`, text, isDestructive: true });
      },
    });
  }

  return (
    <Dialog title={t`Schedule a Demo`} onClose={onClose}>
      <p className="dialogText">
        {t`Fill out the form below to schedule a personalized demo of the product for your team.`}
      </p>
      <form className="form" onSubmit={submit} noValidate>
        <RequestFields field={fields.field} />
        <div className="dialogButtons">
          <Button variant="default" onClick={onClose} disabled={send.isPending}>
            {t`Cancel`}
          </Button>
          <Button type="submit" disabled={send.isPending}>
            {send.isPending ? t`Submitting...` : t`Schedule Demo`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function RequestFields({ field }: { field: Fields<unknown>['field'] }) {
  return (
    <>
      <TextField label={t`Name`} autoComplete="name" data-autofocus {...field('name')} />
      <TextField label={t`Email`} type="email" autoComplete="email" {...field('email')} />
      <TextField label={t`Company Name`} autoComplete="organization" {...field('companyName')} />
      <TextField label={t`Team Size`} {...field('teamSize')} />
      <TextArea label={t`Message`} {...field('message')} />
    </>
  );
}
