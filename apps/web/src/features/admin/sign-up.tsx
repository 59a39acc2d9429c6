import { t } from '@lingui/core/macro';
import type { SignUpChange, SignUpRule } from '@longhand/contract';
import { useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { fieldErrorsOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useFocusOnFailure } from '../../ui/use-fields.ts';
import { Setting } from './setting.tsx';
import { useSaving } from './use-change.ts';

const modes = [
  { value: 'open', label: t`Anyone` },
  { value: 'invited', label: t`Invited people only` },
  { value: 'domain', label: t`Addresses of one domain, and invited people` },
];

/** Form for the sign-up rule: the conditions for creating an account. */
export function SignUp() {
  return (
    <Setting
      queryKey={keys.admin('sign-up')}
      read={(call, signal) => call('getSignUp', {}, signal)}
      what={t`The sign-up rule`}
      lines={2}
    >
      {(rule) => <Rule rule={rule} />}
    </Setting>
  );
}

function Rule({ rule }: { rule: SignUpRule }) {
  const [mode, setMode] = useState<SignUpRule['mode']>(rule.mode);
  const [domain, setDomain] = useState(rule.domain ?? '');
  const save = useSaving({
    queryKey: keys.admin('sign-up'),
    send: (call, body: SignUpChange) => call('setSignUp', { body }),
    changes: [keys.settings],
    done: { title: t`Saved`, text: t`The sign-up rule was changed.` },
  });
  useFocusOnFailure(save.error);

  function submit(event: FormEvent): void {
    event.preventDefault();
    save.mutate({ mode, domain: mode === 'domain' ? domain : null });
  }

  return (
    <form className="form" onSubmit={submit} noValidate style={{ maxWidth: '30rem' }}>
      <SelectField
        label={t`Sign-up rule`}
        options={modes}
        value={mode}
        onChange={(event) => setMode(event.currentTarget.value as SignUpRule['mode'])}
      />
      {mode === 'domain' && (
        <TextField
          label={t`Domain`}
          description={t`New accounts can be used after their email address is confirmed`}
          placeholder="example.org"
          value={domain}
          error={fieldErrorsOf(save.error)['domain']}
          onChange={(event) => setDomain(event.currentTarget.value)}
        />
      )}
      <div>
        <Button type="submit" isBusy={save.isPending}>
          {t`Save`}
        </Button>
      </div>
    </form>
  );
}
