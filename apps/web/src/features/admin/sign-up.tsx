import { t } from '@lingui/core/macro';
import type { SignUpChange, SignUpRule } from '@longhand/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { useCall } from '../../api/api-provider.tsx';
import { fieldErrorsOf, sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { storeAnswer } from '../../api/store-answer.ts';
import { Unreadable } from '../../ui/empty-state.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { useToast } from '../../ui/toast-provider.tsx';

const modes = [
  { value: 'open', label: t`Anyone` },
  { value: 'invited', label: t`Invited people only` },
  { value: 'domain', label: t`Addresses of one domain, and invited people` },
];

/** Form for the sign-up rule: the conditions for creating an account. */
export function SignUp() {
  const call = useCall();
  const { data, error } = useQuery({
    queryKey: keys.admin('sign-up'),
    queryFn: ({ signal }) => call('getSignUp', {}, signal),
  });
  if (error && !data) return <Unreadable what={t`The sign-up rule`} sentence={sentenceOf(error)} />;
  return data ? <Rule rule={data} /> : <RowSkeletons count={2} />;
}

function Rule({ rule }: { rule: SignUpRule }) {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const [mode, setMode] = useState<SignUpRule['mode']>(rule.mode);
  const [domain, setDomain] = useState(rule.domain ?? '');
  const save = useMutation({
    mutationFn: (body: SignUpChange) => call('setSignUp', { body }),
    onSuccess(after) {
      storeAnswer(store, keys.admin('sign-up'), after);
      void store.invalidateQueries({ queryKey: keys.settings });
      show({ title: t`Saved`, text: t`The sign-up rule was changed.` });
    },
    onError: (error) =>
      show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true }),
  });

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
