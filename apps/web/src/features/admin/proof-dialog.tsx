import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { sentenceOf } from '../../api/failure.ts';
import { OwnerProof } from '../../session/owner-proof.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type Props = {
  title: string;
  /** Sentences about the consequences. */
  children: ReactNode;
  button: string;
  variant?: 'danger';
  /** Carries it out. The password is empty if it is not needed. */
  act: (currentPassword: string) => Promise<unknown>;
  onClose: () => void;
};

/** Dialog that confirms an action on a person by the proof of the administrator. */
export function ProofDialog({ title, children, button, variant, act, onClose }: Props) {
  const [currentPassword, setPassword] = useState('');
  const sent = useMutation({ mutationFn: act, onSuccess: onClose });

  function submit(event: FormEvent): void {
    event.preventDefault();
    sent.mutate(currentPassword);
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        {children}
        <OwnerProof
          value={currentPassword}
          error={sent.error === null ? undefined : sentenceOf(sent.error)}
          onChange={setPassword}
        />
        <div className="row">
          <Button type="submit" isBusy={sent.isPending} {...(variant && { variant })}>
            {button}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
