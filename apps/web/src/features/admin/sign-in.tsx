import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { IdentityProvider, NewIdentityProvider, SignInRule } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { CommandLine } from '../../ui/command-line.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { AdminList } from './admin-list.tsx';
import { Check, ProviderForm } from './provider-form.tsx';
import { Setting } from './setting.tsx';
import { useChange, useSaving } from './use-change.ts';

/** Identity providers by which users may sign in, and whether passwords are allowed. */
export function SignIn() {
  const [edited, setEdited] = useState<IdentityProvider | 'new' | null>(null);
  const list = useList(keys.admin('identity-providers'), (call, cursor, signal) =>
    call('listIdentityProviders', { query: cursor }, signal),
  );
  return (
    <>
      <PasswordRule />
      <p className="below">
        <Button variant="default" onClick={() => setEdited('new')}>
          {t`Add identity provider…`}
        </Button>
      </p>
      <AdminList
        list={list}
        what={t`Identity providers`}
        empty={t`Users sign in with passwords. Add a provider, such as Keycloak, Entra, Google or GitLab.`}
        keyOf={({ id }) => id}
        row={(provider) => <Row provider={provider} onEdit={() => setEdited(provider)} />}
      />
      {edited !== null && (
        <Edit provider={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

/** Switch that turns passwords off. */
function PasswordRule() {
  return (
    <Setting
      queryKey={keys.admin('sign-in')}
      read={(call, signal) => call('getSignInRule', {}, signal)}
      what={t`The sign-in rule`}
      lines={1}
    >
      {(rule) => <PasswordSwitch rule={rule} />}
    </Setting>
  );
}

function PasswordSwitch({ rule }: { rule: SignInRule }) {
  const save = useSaving({
    queryKey: keys.admin('sign-in'),
    send: (call, onlyProvider: boolean) => call('setSignInRule', { body: { onlyProvider } }),
    changes: [keys.settings],
  });
  return (
    <div className="below" style={{ maxWidth: '40rem' }}>
      <Check
        label={t`Sign-in only through an identity provider`}
        isOn={save.isPending ? save.variables : rule.onlyProvider}
        isDisabled={!rule.onlyProvider && !rule.mayTurnOn}
        onChange={(isOn) => save.mutate(isOn)}
      >
        <Trans>
          Turns off passwords for sign-in, sign-up and reset, for administrators too. If no
          administrator can sign in any more, the command{' '}
          <CommandLine>npm run administrator -- --allow-passwords</CommandLine> on the server turns
          passwords on again.
        </Trans>
        {!rule.onlyProvider &&
          !rule.mayTurnOn &&
          ` ${t`To turn this on, sign in through an enabled provider first.`}`}
      </Check>
    </div>
  );
}

/** Changes of one provider, after which its list is fetched again. */
function useProviderChanges() {
  const call = useCall();
  const show = useToast();
  const changes = [keys.settings, keys.admin('identity-providers')];
  const enable = useChange({
    send: (ask, { id, isEnabled }: Pick<IdentityProvider, 'id' | 'isEnabled'>) =>
      ask('updateIdentityProvider', { params: { id }, body: { isEnabled: !isEnabled } }),
    changes,
  });
  const remove = useChange({
    send: (ask, id: string) => ask('deleteIdentityProvider', { params: { id } }),
    changes,
  });
  const test = useMutation({
    mutationFn: (id: string) => call('testIdentityProvider', { params: { id } }),
    onSuccess: ({ keyCount, supportsSignOut }) =>
      show({
        title: t`The provider responds`,
        text: testedSentence(keyCount, supportsSignOut),
      }),
    onError: (error) =>
      show({ title: t`The test failed`, text: sentenceOf(error), isDestructive: true }),
  });
  return { enable, remove, test };
}

/** Returns the result of a test of an identity provider. */
function testedSentence(keyCount: number, supportsSignOut: boolean): string {
  return supportsSignOut
    ? plural(keyCount, {
        one: 'It publishes # key, and can sign people out.',
        other: 'It publishes # keys, and can sign people out.',
      })
    : plural(keyCount, {
        one: 'It publishes # key, and cannot sign people out.',
        other: 'It publishes # keys, and cannot sign people out.',
      });
}

function Row({ provider, onEdit }: { provider: IdentityProvider; onEdit: () => void }) {
  const { enable, remove, test } = useProviderChanges();
  const { id, name, issuer, isEnabled, identityCount } = provider;
  const people = plural(identityCount, { one: '# person', other: '# people' });
  return (
    <>
      <div>
        <strong className="firm">{name}</strong>
        <p>
          {issuer} · {people}
          {!isEnabled && ` · ${t`disabled`}`}
        </p>
      </div>
      <div className="row">
        <Button
          size="xs"
          variant="default"
          aria-label={t`Test ${name}`}
          isBusy={test.isPending}
          onClick={() => test.mutate(id)}
        >
          {t`Test`}
        </Button>
        <Button size="xs" variant="default" aria-label={t`Change ${name}`} onClick={onEdit}>
          {t`Change…`}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={isEnabled ? t`Disable ${name}` : t`Enable ${name}`}
          aria-disabled={enable.isPending}
          onClick={() => enable.mutate(provider)}
        >
          {isEnabled ? t`Disable` : t`Enable`}
        </Button>
        <ConfirmButton
          verb={t`Delete`}
          label={t`Delete ${name}`}
          question={plural(identityCount, {
            one: '# person cannot sign in with it any more, and are signed out.',
            other: '# people cannot sign in with it any more, and are signed out.',
          })}
          act={() => remove.mutateAsync(id).catch(() => undefined)}
        />
      </div>
    </>
  );
}

/** Dialog that adds or changes a provider, with the addresses to register there. */
function Edit({ provider, onClose }: { provider: IdentityProvider | null; onClose: () => void }) {
  const call = useCall();
  const store = useQueryClient();
  const [stored, setStored] = useState(provider);
  const save = useMutation({
    mutationFn: (body: NewIdentityProvider) =>
      stored === null
        ? call('createIdentityProvider', { body })
        : call('updateIdentityProvider', { params: { id: stored.id }, body }),
    onSuccess(after) {
      if (stored === null) setStored(after);
      else onClose();
      void store.invalidateQueries({ queryKey: keys.settings });
      return store.invalidateQueries({ queryKey: keys.admin('identity-providers') });
    },
  });
  return (
    <Dialog
      title={provider === null ? t`Add an identity provider` : t`Change ${{ name: provider.name }}`}
      onClose={onClose}
    >
      {stored !== null && <Addresses provider={stored} />}
      {stored !== null && provider === null ? (
        <Button onClick={onClose}>{t`Done`}</Button>
      ) : (
        <ProviderForm
          provider={stored}
          isBusy={save.isPending}
          error={save.error}
          onSave={(body) => save.mutate(body)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

/** Addresses of Longhand to register at the provider. */
function Addresses({ provider }: { provider: IdentityProvider }) {
  const { redirectUri, afterSignOutUri, signOutUri } = provider;
  const addresses = [
    [t`Redirect URI`, redirectUri],
    [t`Address after sign-out`, afterSignOutUri],
    [t`Back-channel logout URI`, signOutUri],
  ] as const;
  return (
    <div className="form" style={{ marginBlockEnd: '1.5rem' }}>
      <p className="soft">{t`Register these addresses at the provider:`}</p>
      {addresses.map(([label, value]) => (
        <TextField
          key={label}
          label={label}
          value={value}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
      ))}
    </div>
  );
}
