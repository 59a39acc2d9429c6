import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { LinkRule, NewScimConnection, ScimConnection } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../api/api-provider.tsx';
import { fieldErrorsOf, sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { AdminList } from './admin-list.tsx';
import { domainsIn } from './domains.ts';
import { ProofForm } from './proof-form.tsx';
import { useChange } from './use-change.ts';

const rules = [
  { value: 'never', label: t`Never` },
  { value: 'domains', label: t`Confirmed addresses of these domains` },
  { value: 'verified', label: t`Any confirmed address` },
];

type Created = ScimConnection & { token: string };

/** Returns the rule by which a directory takes over existing accounts. */
function takesOver(rule: LinkRule, domains: readonly string[]): string {
  if (rule === 'verified') return t`Takes over existing accounts: any confirmed address`;
  if (rule === 'never') return t`Takes over existing accounts: never`;
  return domains.length === 0
    ? t`Takes over existing accounts: confirmed addresses of no domain`
    : t`Takes over existing accounts: confirmed addresses of ${{ domains: domains.join(', ') }}`;
}

/** Directories that create, change and disable users and groups by SCIM. */
export function Directories() {
  const [isAdding, setAdding] = useState(false);
  const list = useList(keys.admin('directories'), (call, cursor, signal) =>
    call('listScimConnections', { query: cursor }, signal),
  );
  return (
    <>
      <p style={{ maxWidth: '40rem' }}>
        {t`A directory, such as Microsoft Entra or Okta, creates, changes and disables users and groups by SCIM 2.0. It sees only its own.`}
      </p>
      <div style={{ marginBlock: '1rem' }}>
        <Button onClick={() => setAdding(true)}>{t`Connect a directory…`}</Button>
      </div>
      <AdminList
        list={list}
        what={t`Directories`}
        empty={t`No directory is connected.`}
        keyOf={({ id }) => id}
        row={(connection) => <Row connection={connection} />}
      />
      {isAdding && <NewDirectory onClose={() => setAdding(false)} />}
    </>
  );
}

function Row({ connection }: { connection: ScimConnection }) {
  const { id, name, userCount, createdAt, lastUsedAt, linkRule, linkDomains } = connection;
  const end = useChange({
    send: (call, of: string) => call('deleteScimConnection', { params: { id: of } }),
    changes: [keys.admin('directories')],
  });
  return (
    <>
      <div>
        <strong className="firm">{name}</strong>
        <p>
          {plural(userCount, { one: '# user', other: '# users' })} ·{' '}
          <Trans>
            since <RelativeTime at={createdAt} />
          </Trans>{' '}
          ·{' '}
          {lastUsedAt === null ? (
            t`not used yet`
          ) : (
            <Trans>
              last used <RelativeTime at={lastUsedAt} />
            </Trans>
          )}
        </p>
        <p>{takesOver(linkRule, linkDomains)}</p>
      </div>
      <ConfirmButton
        verb={t`Disconnect`}
        label={t`Disconnect ${name}`}
        question={t`Disconnect ${name}? Its token ends. Its users stay, and its groups can be changed here.`}
        act={() => end.mutateAsync(id).catch(() => undefined)}
      />
    </>
  );
}

type NewProps = { onCreated: (created: Created) => void; onClose: () => void };

/** Creates a connection. */
function useConnect(onCreated: (created: Created) => void) {
  const call = useCall();
  const store = useQueryClient();
  return useMutation({
    mutationFn: (body: NewScimConnection) => call('createScimConnection', { body }),
    async onSuccess(created) {
      await store.invalidateQueries({ queryKey: keys.admin('directories') });
      onCreated(created);
    },
  });
}

type RuleProps = {
  rule: LinkRule;
  domains: string;
  error: string | undefined;
  onRule: (rule: LinkRule) => void;
  onDomains: (domains: string) => void;
};

/** Fields of the rule by which existing accounts are taken over. */
function RuleFields({ rule, domains, error, onRule, onDomains }: RuleProps) {
  return (
    <>
      <SelectField
        label={t`Take over existing accounts`}
        description={t`Accounts with the same email address, which was confirmed here`}
        options={rules}
        value={rule}
        onChange={(event) => onRule(event.currentTarget.value as LinkRule)}
      />
      {rule === 'domains' && (
        <TextField
          label={t`Domains`}
          placeholder="example.org"
          value={domains}
          error={error}
          onChange={(event) => onDomains(event.currentTarget.value)}
        />
      )}
    </>
  );
}

/** Dialog that connects a directory, and then shows its token. */
function NewDirectory({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<Created | null>(null);
  const title =
    created === null ? t`Connect a directory` : t`${{ name: created.name }} is connected`;
  return (
    <Dialog title={title} onClose={onClose}>
      {created === null ? (
        <NewForm onCreated={setCreated} onClose={onClose} />
      ) : (
        <Token created={created} onClose={onClose} />
      )}
    </Dialog>
  );
}

function NewForm({ onCreated, onClose }: NewProps) {
  const [name, setName] = useState('');
  const [linkRule, setLinkRule] = useState<LinkRule>('never');
  const [domains, setDomains] = useState('');
  const make = useConnect(onCreated);
  const errors = fieldErrorsOf(make.error);
  const isOther = make.error !== null && Object.keys(errors).length === 0;

  return (
    <ProofForm
      button={t`Connect`}
      isBusy={make.isPending}
      failure={make.error}
      error={errors['currentPassword'] ?? (isOther ? sentenceOf(make.error) : undefined)}
      onSubmit={(currentPassword) =>
        make.mutate({ name, linkRule, linkDomains: domainsIn(domains), currentPassword })
      }
      onClose={onClose}
    >
      <TextField
        label={t`Name`}
        required
        data-autofocus
        value={name}
        error={errors['name']}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <RuleFields
        rule={linkRule}
        domains={domains}
        error={Object.entries(errors).find(([path]) => path.startsWith('linkDomains'))?.[1]}
        onRule={setLinkRule}
        onDomains={setDomains}
      />
    </ProofForm>
  );
}

/** The address and the token of a new connection, which is shown once. */
function Token({ created, onClose }: { created: Created; onClose: () => void }) {
  return (
    <div className="form">
      <p>{t`Enter both in the directory. The token is shown only now.`}</p>
      <TextField
        label={t`Base URL`}
        readOnly
        value={created.baseUrl}
        onFocus={(event) => event.currentTarget.select()}
      />
      <TextField
        label={t`Token`}
        readOnly
        value={created.token}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div>
        <Button data-autofocus onClick={onClose}>{t`Done`}</Button>
      </div>
    </div>
  );
}
