import { t } from '@lingui/core/macro';
import { limits, serverRulesChange, type ServerRules } from '@longhand/contract';
import { useState, type FormEvent } from 'react';
import { keys } from '../../api/keys.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { useErrors } from '../../ui/use-fields.ts';
import { Setting } from './setting.tsx';
import { useSaving } from './use-change.ts';

/** Form for the rules of the server. */
export function Rules() {
  return (
    <Setting
      queryKey={keys.admin('rules')}
      read={(call, signal) => call('getRules', {}, signal)}
      what={t`The rules`}
      lines={4}
    >
      {(rules) => <RulesForm rules={rules} />}
    </Setting>
  );
}

/** A rule of a number of days. `isOptional`: empty means without a limit. */
type DaysRule = {
  readonly name: 'sessionDays' | 'sessionMaxDays' | 'guestLinkDays' | 'trashDays' | 'versionDays';
  readonly label: string;
  readonly description: string;
  readonly max: number;
  readonly isOptional?: boolean;
};

const ofSessions: readonly DaysRule[] = [
  {
    name: 'sessionDays',
    label: t`Sign out after days without use`,
    description: t`From 1 to ${{ most: limits.sessionDays }}`,
    max: limits.sessionDays,
  },
  {
    name: 'sessionMaxDays',
    label: t`Sign out after days since the sign-in`,
    description: t`From 1 to ${{ most: limits.sessionMaxDaysMax }}; if empty, a session in use does not end`,
    max: limits.sessionMaxDaysMax,
    isOptional: true,
  },
];

const ofRetention: readonly DaysRule[] = [
  {
    name: 'trashDays',
    label: t`Days in the trash`,
    description: t`From 1 to ${{ most: limits.trashDaysMax }}; then documents and projects are permanently deleted`,
    max: limits.trashDaysMax,
  },
  {
    name: 'versionDays',
    label: t`Days that automatic versions are kept`,
    description: t`If empty, all versions are kept. Named and approved versions, and versions of reviews and working copies, are always kept`,
    max: limits.versionDaysMax,
    isOptional: true,
  },
];

const linkDays: DaysRule = {
  name: 'guestLinkDays',
  label: t`Days that a guest link may last`,
  description: t`From 1 to ${{ most: limits.invitationDaysMax }}`,
  max: limits.invitationDaysMax,
};

const daysRules = [...ofSessions, linkDays, ...ofRetention];

const secondFactorChoices = [
  { value: 'optional', label: t`Optional` },
  { value: 'administrators', label: t`Required for administrators` },
  { value: 'everyone', label: t`Required for everyone` },
];

type Values = Readonly<Record<DaysRule['name'], string>> & {
  readonly guestLinks: string;
  readonly projectCreators: ServerRules['projectCreators'];
  readonly secondFactor: ServerRules['secondFactor'];
};

function valuesOf(rules: ServerRules): Values {
  const days = daysRules.map(({ name }) => [name, String(rules[name] ?? '')] as const);
  return {
    ...(Object.fromEntries(days) as Record<DaysRule['name'], string>),
    guestLinks: rules.guestLinks ? 'on' : 'off',
    projectCreators: rules.projectCreators,
    secondFactor: rules.secondFactor,
  };
}

/** Returns the rules that are entered, and the errors by rule. */
function read(values: Values): { rules: ServerRules | null; errors: Record<string, string> } {
  const numberOf = (text: string, isOptional = false): number | null =>
    isOptional && text.trim() === '' ? null : Number(text.trim() || Number.NaN);
  const days = daysRules.map(({ name, isOptional }) => [name, numberOf(values[name], isOptional)]);
  const parsed = serverRulesChange.safeParse({
    ...Object.fromEntries(days),
    guestLinks: values.guestLinks === 'on',
    projectCreators: values.projectCreators,
    secondFactor: values.secondFactor,
  });
  if (parsed.success) return { rules: parsed.data, errors: {} };
  const errors = parsed.error.issues.map(({ path }) => {
    const rule = daysRules.find(({ name }) => name === path[0]);
    return [
      String(path[0]),
      t`Enter a whole number from 1 to ${{ most: rule?.max ?? 1 }}`,
    ] as const;
  });
  return { rules: null, errors: Object.fromEntries(errors) };
}

type FieldsProps = {
  values: Values;
  errors: Readonly<Record<string, string>>;
  onChange: (part: Partial<Values>) => void;
};

function RulesForm({ rules }: { rules: ServerRules }) {
  const [values, setValues] = useState(() => valuesOf(rules));
  const [errors, setErrors] = useErrors();
  const save = useSaving({
    queryKey: keys.admin('rules'),
    send: (call, body: ServerRules) => call('setRules', { body }),
    changes: [keys.settings],
    done: { title: t`Saved`, text: t`The rules were changed.` },
  });
  const onChange = (part: Partial<Values>): void => setValues((before) => ({ ...before, ...part }));

  function submit(event: FormEvent): void {
    event.preventDefault();
    const entered = read(values);
    setErrors(entered.errors);
    if (entered.rules !== null) save.mutate(entered.rules);
  }

  const fields = { values, errors, onChange };
  return (
    <form className="form" onSubmit={submit} noValidate style={{ maxWidth: '34rem' }}>
      <h2>{t`Sessions`}</h2>
      <DaysFields {...fields} rules={ofSessions} />
      <h2>{t`Sign-in`}</h2>
      <SelectField
        label={t`Second factor`}
        description={t`Those concerned add a passkey or one-time codes at their next page, before anything else works. Sign-in with a passkey counts as two factors. For sign-in through an identity provider, the provider decides`}
        options={secondFactorChoices}
        value={values.secondFactor}
        onChange={(event) =>
          onChange({ secondFactor: event.currentTarget.value as Values['secondFactor'] })
        }
      />
      <h2>{t`Sharing`}</h2>
      <SharingFields {...fields} />
      <h2>{t`Retention`}</h2>
      <DaysFields {...fields} rules={ofRetention} />
      <div>
        <Button type="submit" isBusy={save.isPending}>
          {t`Save`}
        </Button>
      </div>
    </form>
  );
}

/** Fields of rules that are numbers of days. */
function DaysFields({
  rules,
  values,
  errors,
  onChange,
}: FieldsProps & { rules: readonly DaysRule[] }) {
  return rules.map(({ name, label, description }) => (
    <TextField
      key={name}
      label={label}
      description={description}
      inputMode="numeric"
      value={values[name]}
      error={errors[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  ));
}

function SharingFields(fields: FieldsProps) {
  const { values, onChange } = fields;
  return (
    <>
      <SelectField
        label={t`Guest links`}
        description={t`Turning them off ends all guest links at once`}
        options={[
          { value: 'on', label: t`Owners may create guest links` },
          { value: 'off', label: t`No guest links` },
        ]}
        value={values.guestLinks}
        onChange={(event) => onChange({ guestLinks: event.currentTarget.value })}
      />
      {values.guestLinks === 'on' && <DaysFields {...fields} rules={[linkDays]} />}
      <SelectField
        label={t`New projects`}
        options={[
          { value: 'everyone', label: t`Everyone may create projects` },
          { value: 'administrators', label: t`Administrators create projects` },
        ]}
        value={values.projectCreators}
        onChange={(event) =>
          onChange({ projectCreators: event.currentTarget.value as Values['projectCreators'] })
        }
      />
    </>
  );
}
