import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { sentenceOf } from '../../api/failure.ts';
import { OwnerProof } from '../../session/owner-proof.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useFocusOnFailure } from '../../ui/use-fields.ts';

type FormProps = {
  /** Fields, and sentences about the consequences. */
  children: ReactNode;
  button: string;
  variant?: 'danger' | undefined;
  isBusy: boolean;
  /** The last failure. The first field that is wrong then gets the focus. */
  failure: Error | null;
  onSubmit: () => void;
  onClose: () => void;
};

/** Form of a dialog, with a button that sends it and one that closes the dialog. */
export function DialogForm(props: FormProps) {
  const { children, button, variant, isBusy, failure, onSubmit, onClose } = props;
  useFocusOnFailure(failure);

  function submit(event: FormEvent): void {
    event.preventDefault();
    onSubmit();
  }

  return (
    <form className="form" onSubmit={submit} noValidate>
      {children}
      <div className="row">
        <Button type="submit" isBusy={isBusy} {...(variant && { variant })}>
          {button}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
}

type ProofFormProps = Omit<FormProps, 'onSubmit'> & {
  /** The failure as far as no field of `children` shows it. */
  error: string | undefined;
  /** Gets the password, which is empty if it is not needed. */
  onSubmit: (currentPassword: string) => void;
};

/** {@link DialogForm} of an action that needs the proof of the administrator. */
export function ProofForm({ children, error, onSubmit, ...form }: ProofFormProps) {
  const [currentPassword, setPassword] = useState('');
  return (
    <DialogForm {...form} onSubmit={() => onSubmit(currentPassword)}>
      {children}
      <OwnerProof value={currentPassword} error={error} onChange={setPassword} />
    </DialogForm>
  );
}

type DialogProps = Pick<FormProps, 'children' | 'button' | 'variant' | 'onClose'> & {
  title: string;
  /** Carries it out. The password is empty if it is not needed. */
  act: (currentPassword: string) => Promise<unknown>;
};

/** Dialog that confirms an action on a person by the proof of the administrator. */
export function ProofDialog({ title, act, onClose, ...form }: DialogProps) {
  const sent = useMutation({ mutationFn: act, onSuccess: onClose });
  return (
    <Dialog title={title} onClose={onClose}>
      <ProofForm
        {...form}
        isBusy={sent.isPending}
        failure={sent.error}
        error={sent.error === null ? undefined : sentenceOf(sent.error)}
        onSubmit={(currentPassword) => sent.mutate(currentPassword)}
        onClose={onClose}
      />
    </Dialog>
  );
}
