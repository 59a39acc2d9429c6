import { t } from '@lingui/core/macro';
import type { IdentityProvider, LinkRule, NewIdentityProvider } from '@longhand/contract';
import { useId, useState, type ChangeEvent, type FormEvent, type ReactNode } from 'react';
import { fieldErrorsOf } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField, type TextFieldProps } from '../../ui/fields.tsx';
import { useFocusOnFailure } from '../../ui/use-fields.ts';
import { domainsIn } from './domains.ts';

/** Name of the claim that most identity providers use. */
const usualClaim = 'groups';

const linkRules = [
  { value: 'never', label: t`Never: people connect it in their settings` },
  { value: 'domains', label: t`Verified addresses of these domains` },
  { value: 'verified', label: t`Any verified address` },
];

/** Values of the form. Lists of domains are separated by spaces or commas. */
type Values = Omit<NewIdentityProvider, 'linkDomains' | 'accountDomains'> & {
  linkDomains: string;
  accountDomains: string;
};

function valuesOf(provider: IdentityProvider | null): Values {
  return {
    name: provider?.name ?? '',
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    clientSecret: '',
    isEnabled: provider?.isEnabled ?? true,
    linkRule: provider?.linkRule ?? 'never',
    linkDomains: provider?.linkDomains.join(', ') ?? '',
    createsAccounts: provider?.createsAccounts ?? false,
    accountDomains: provider?.accountDomains.join(', ') ?? '',
    groupsClaim: provider?.groupsClaim ?? '',
  };
}

/** Returns the body of the call. An empty secret of a stored provider stays unchanged. */
function bodyOf(values: Values, isNew: boolean): NewIdentityProvider {
  const { clientSecret, groupsClaim, linkDomains, accountDomains, ...rest } = values;
  return {
    ...rest,
    ...((isNew || clientSecret) && { clientSecret: clientSecret || null }),
    groupsClaim: groupsClaim || null,
    linkDomains: domainsIn(linkDomains),
    accountDomains: domainsIn(accountDomains),
  } as NewIdentityProvider;
}

type Props = {
  /** The provider to change; null for a new one. */
  provider: IdentityProvider | null;
  isBusy: boolean;
  error: Error | null;
  onSave: (body: NewIdentityProvider) => void;
  onClose: () => void;
};

/** Form for the settings of an identity provider. */
export function ProviderForm({ provider, isBusy, error, onSave, onClose }: Props) {
  const [values, setValues] = useState(() => valuesOf(provider));
  const errors = fieldErrorsOf(error);
  useFocusOnFailure(error);
  const set = (change: Partial<Values>): void => setValues((before) => ({ ...before, ...change }));
  const text = (name: 'name' | 'issuer' | 'clientId' | 'linkDomains' | 'accountDomains') => ({
    value: values[name],
    error: errorOf(errors, name),
    onChange: (event: ChangeEvent<HTMLInputElement>) => set({ [name]: event.currentTarget.value }),
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    onSave(bodyOf(values, provider === null));
  }

  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField label={t`Name`} description={t`Shown on the sign-in page`} {...text('name')} />
      <TextField
        label={t`Issuer URL`}
        description={t`Longhand reads its description from this address`}
        placeholder="https://login.example.org"
        {...text('issuer')}
      />
      <TextField label={t`Client ID`} autoComplete="off" {...text('clientId')} />
      <TextField
        label={t`Client secret`}
        type="password"
        autoComplete="new-password"
        description={
          provider?.hasSecret
            ? t`Leave empty to keep the stored secret`
            : t`Empty for a public client`
        }
        value={values.clientSecret ?? ''}
        error={errors['clientSecret']}
        onChange={(event) => set({ clientSecret: event.currentTarget.value })}
      />
      <AccountRules values={values} errors={errors} text={text} set={set} />
      <div className="row">
        <Button type="submit" isBusy={isBusy}>
          {provider === null ? t`Add provider` : t`Save`}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
}

/** Fields that decide about the accounts of the people of a provider. */
function AccountRules({
  values,
  errors,
  text,
  set,
}: {
  values: Values;
  errors: Readonly<Record<string, string>>;
  text: (name: 'linkDomains' | 'accountDomains') => TextFieldProps;
  set: (change: Partial<Values>) => void;
}) {
  return (
    <>
      <SelectField
        label={t`Link to an existing account with the same address`}
        description={t`The address must be verified by the provider and confirmed in Longhand`}
        options={linkRules}
        value={values.linkRule}
        onChange={(event) => set({ linkRule: event.currentTarget.value as LinkRule })}
      />
      {values.linkRule === 'domains' && (
        <TextField label={t`Domains to link`} placeholder="example.org" {...text('linkDomains')} />
      )}
      <Check
        label={t`Create accounts at the first sign-in`}
        isOn={values.createsAccounts}
        onChange={(createsAccounts) => set({ createsAccounts })}
      >
        {t`The sign-up rule applies as well.`}
      </Check>
      {values.createsAccounts && (
        <TextField
          label={t`Only for verified addresses of these domains`}
          description={t`Empty for all addresses`}
          placeholder="example.org"
          {...text('accountDomains')}
        />
      )}
      <TextField
        label={t`Claim with groups`}
        description={t`Empty if groups are not used`}
        placeholder={usualClaim}
        value={values.groupsClaim ?? ''}
        error={errors['groupsClaim']}
        onChange={(event) => set({ groupsClaim: event.currentTarget.value })}
      />
    </>
  );
}

/** Returns the error of a field, or of one of the values of a list. */
function errorOf(errors: Readonly<Record<string, string>>, name: string): string | undefined {
  const path = Object.keys(errors).find((each) => each === name || each.startsWith(`${name}.`));
  return path === undefined ? undefined : errors[path];
}

/** A checkbox with a remark. */
export function Check({
  label,
  isOn,
  isDisabled = false,
  onChange,
  children,
}: {
  label: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div className="beside">
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        aria-describedby={`${id}-about`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-about`} className="remark">
          {children}
        </p>
      </div>
    </div>
  );
}
