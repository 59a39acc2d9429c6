import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { IdentityProvider, NewIdentityProvider } from '@longhand/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { storeAnswer } from '../../api/store-answer.ts';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Unreadable } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/fields.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { AdminList } from './admin-list.tsx';
import { Check, ProviderForm } from './provider-form.tsx';

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
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const key = keys.admin('sign-in');
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('getSignInRule', {}, signal),
  });
  const save = useMutation({
    mutationFn: (onlyProvider: boolean) => call('setSignInRule', { body: { onlyProvider } }),
    onSuccess(after) {
      storeAnswer(store, key, after);
      void store.invalidateQueries({ queryKey: keys.settings });
    },
    onError: (failure) =>
      show({ title: t`Nothing was changed`, text: sentenceOf(failure), isDestructive: true }),
  });
  if (error && !data) return <Unreadable what={t`The sign-in rule`} sentence={sentenceOf(error)} />;
  if (!data) return <RowSkeletons count={1} />;
  return (
    <div className="below" style={{ maxWidth: '40rem' }}>
      <Check
        label={t`Sign-in only through an identity provider`}
        isOn={save.isPending ? save.variables : data.onlyProvider}
        isDisabled={!data.onlyProvider && !data.mayTurnOn}
        onChange={(isOn) => save.mutate(isOn)}
      >
        <Trans>
          Turns off passwords for sign-in, sign-up and reset, for administrators too. If no
          administrator can sign in any more, the command{' '}
          <code>npm run administrator -- --allow-passwords</code> on the server turns passwords on
          again.
        </Trans>
        {!data.onlyProvider &&
          !data.mayTurnOn &&
          ` ${t`To turn this on, sign in through an enabled provider first.`}`}
      </Check>
    </div>
  );
}

/** Changes of one provider, after which its list is fetched again. */
function useProviderChanges() {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const settled = {
    onSuccess() {
      void store.invalidateQueries({ queryKey: keys.settings });
      return store.invalidateQueries({ queryKey: keys.admin('identity-providers') });
    },
    onError: (error: Error) =>
      show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true }),
  };
  const enable = useMutation({
    mutationFn: ({ id, isEnabled }: Pick<IdentityProvider, 'id' | 'isEnabled'>) =>
      call('updateIdentityProvider', { params: { id }, body: { isEnabled: !isEnabled } }),
    ...settled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => call('deleteIdentityProvider', { params: { id } }),
    ...settled,
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
          disabled={enable.isPending}
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
