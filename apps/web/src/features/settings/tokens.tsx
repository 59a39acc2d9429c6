import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { useCall } from '../../api/api-provider.tsx';
import { fieldErrorsOf, sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useList } from '../../api/use-list.ts';
import { Unreadable } from '../../ui/empty-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { useToast } from '../../ui/toast-provider.tsx';

const scopes = [
  { value: 'read', label: t`Read` },
  { value: 'read write', label: t`Read and write` },
];

/** Returns the scopes of a token as a sentence shows them. */
const scopesIn = (of: readonly string[]): string =>
  of.includes('write') ? t`read and write` : t`read`;

/** Access tokens for programs: created here, shown once, revoked here. */
export function Tokens() {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const list = useList(keys.tokens, (ask, cursor, signal) =>
    ask('listTokens', { query: cursor }, signal),
  );
  const remove = useMutation({
    mutationFn: (id: string) => call('deleteToken', { params: { id } }),
    onSuccess: () => store.invalidateQueries({ queryKey: keys.tokens }),
    onError: (error) =>
      show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true }),
  });
  return (
    <>
      <NewToken />
      {list.isPending && <RowSkeletons count={1} />}
      {list.error !== null && list.items.length === 0 && (
        <Unreadable what={t`Your tokens`} sentence={sentenceOf(list.error)} />
      )}
      <ul className="rows records">
        {list.items.map((token) => (
          <li key={token.id} className="spread">
            <div>
              <strong className="firm">{token.name}</strong>
              <p className="soft small">
                {scopesIn(token.scopes)} ·{' '}
                <Trans>
                  made <RelativeTime at={token.createdAt} />
                </Trans>{' '}
                ·{' '}
                {token.lastUsedAt === null ? (
                  t`never used`
                ) : (
                  <Trans>
                    used <RelativeTime at={token.lastUsedAt} />
                  </Trans>
                )}
              </p>
            </div>
            <Button
              variant="default"
              size="xs"
              onClick={() => remove.mutate(token.id)}
              aria-disabled={remove.isPending}
            >
              {t`Delete ${{ name: token.name }}`}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

function NewToken() {
  const call = useCall();
  const store = useQueryClient();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState('read');
  const make = useMutation({
    mutationFn: () =>
      call('createToken', { body: { name, scopes: chosen.split(' ') as ('read' | 'write')[] } }),
    onSuccess() {
      setName('');
      return store.invalidateQueries({ queryKey: keys.tokens });
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    make.mutate();
  }

  return (
    <form
      className="form"
      onSubmit={submit}
      noValidate
      style={{ maxWidth: '28rem', marginBlockEnd: '1.5rem' }}
    >
      <TextField
        label={t`Name of a new token`}
        description={t`The program that will use it`}
        value={name}
        error={
          fieldErrorsOf(make.error)['name'] ?? (make.error ? sentenceOf(make.error) : undefined)
        }
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <SelectField
        label={t`Scope`}
        options={scopes}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" variant="default" isBusy={make.isPending}>
          {t`Create token`}
        </Button>
      </div>
      {make.data && (
        <TextField
          label={t`Your new token`}
          description={t`Copy it now: it is not shown again`}
          value={make.data.token}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </form>
  );
}
