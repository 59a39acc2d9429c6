import { t } from '@lingui/core/macro';
import {
  brandingChange,
  limits,
  nearestReadable,
  type Branding,
  type BrandingChange,
  type Scheme,
} from '@longhand/contract';
import { useState, type FormEvent } from 'react';
import { keys } from '../../api/keys.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { numberLocale } from '../../ui/dates.ts';
import { useErrors } from '../../ui/use-fields.ts';
import { Logos } from './logos.tsx';
import { Setting } from './setting.tsx';
import { useSaving } from './use-change.ts';

/** Appearance of the server: name, logos, colours, links and the notice on the sign-in page. */
export function BrandingTab() {
  const [resets, setResets] = useState(0);
  return (
    <Setting
      queryKey={keys.admin('branding')}
      read={(call, signal) => call('getBranding', {}, signal)}
      what={t`The branding`}
      lines={4}
    >
      {(branding) => (
        <div className="form" style={{ maxWidth: '34rem' }}>
          <BrandingForm key={resets} branding={branding} />
          <Logos logos={branding.logos} />
          <Reset onReset={() => setResets((count) => count + 1)} />
        </div>
      )}
    </Setting>
  );
}

type Values = Readonly<
  Record<'name' | 'light' | 'dark' | 'imprintUrl' | 'privacyUrl' | 'signInNotice', string>
>;

const valuesOf = ({ name, accent, imprintUrl, privacyUrl, signInNotice }: Branding): Values => ({
  name: name ?? '',
  light: accent?.light ?? '',
  dark: accent?.dark ?? '',
  imprintUrl: imprintUrl ?? '',
  privacyUrl: privacyUrl ?? '',
  signInNotice,
});

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** Returns the colours that are entered; one that is empty is derived from the other one. */
function accentOf(values: Values): BrandingChange['accent'] {
  const [light, dark] = [values.light.trim(), values.dark.trim()];
  if (light === '' && dark === '') return null;
  const derived = (scheme: Scheme, other: string): string =>
    isColor(other) ? nearestReadable(scheme, other.toLowerCase()) : '';
  return {
    light: light === '' ? derived('light', dark) : light,
    dark: dark === '' ? derived('dark', light) : dark,
  };
}

/** Returns the branding that is entered, and the errors by field. */
function read(values: Values): { change: BrandingChange | null; errors: Record<string, string> } {
  const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
  const parsed = brandingChange.safeParse({
    name: orNull(values.name),
    accent: accentOf(values),
    imprintUrl: orNull(values.imprintUrl),
    privacyUrl: orNull(values.privacyUrl),
    signInNotice: values.signInNotice,
  });
  if (parsed.success) return { change: parsed.data, errors: {} };
  const errors = parsed.error.issues.map(
    ({ path, message }) => [String(path.at(-1)), message] as const,
  );
  return { change: null, errors: Object.fromEntries(errors.toReversed()) };
}

/** Stores the branding, and says when pages show it. */
const useSave = () =>
  useSaving({
    queryKey: keys.admin('branding'),
    send: (call, body: BrandingChange) => call('setBranding', { body }),
    done: { title: t`Saved`, text: t`Pages show the change when they are loaded again.` },
  });

function BrandingForm({ branding }: { branding: Branding }) {
  const [values, setValues] = useState(() => valuesOf(branding));
  const [errors, setErrors] = useErrors();
  const save = useSave();
  const enter = (part: Partial<Values>): void => setValues((before) => ({ ...before, ...part }));
  const fieldOf = (name: keyof Values) => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      enter({ [name]: event.currentTarget.value }),
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    const entered = read(values);
    setErrors(entered.errors);
    if (entered.change === null) return;
    save.mutate(entered.change, { onSuccess: (after) => setValues(valuesOf(after)) });
  }

  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        label={t`Name of the server`}
        description={t`In titles, the header and mails. If empty: Longhand`}
        maxLength={limits.brandingNameMax}
        {...fieldOf('name')}
      />
      {schemes.map(({ value, label, example }) => (
        <AccentField
          key={value}
          scheme={value}
          label={label}
          example={example}
          field={fieldOf(value)}
          onUse={(color) => enter({ [value]: color })}
        />
      ))}
      <TextField
        label={t`Imprint`}
        description={t`Address that begins with https://, linked on the sign-in page, on public pages and in the help menu`}
        type="url"
        {...fieldOf('imprintUrl')}
      />
      <TextField label={t`Privacy`} type="url" {...fieldOf('privacyUrl')} />
      <TextArea
        label={t`Notice on the sign-in page`}
        description={t`Plain text, at most ${{ count: limits.signInNoticeMax.toLocaleString(numberLocale) }} characters`}
        rows={4}
        maxLength={limits.signInNoticeMax}
        {...fieldOf('signInNotice')}
      />
      <div>
        <Button type="submit" isBusy={save.isPending}>
          {t`Save`}
        </Button>
      </div>
    </form>
  );
}

const schemes = [
  { value: 'light', label: t`Accent colour in the light theme`, example: '#2b4a8b' },
  { value: 'dark', label: t`Accent colour in the dark theme`, example: '#a5bdf3' },
] as const;

type AccentProps = {
  scheme: Scheme;
  label: string;
  example: string;
  field: { value: string; error: string | undefined; onChange: (event: never) => void };
  onUse: (color: string) => void;
};

/** Field of a colour. With too little contrast, it offers the nearest colour that passes. */
function AccentField({ scheme, label, example, field, onUse }: AccentProps) {
  const color = field.value.trim().toLowerCase();
  const nearest = isColor(color) ? nearestReadable(scheme, color) : color;
  return (
    <div className="stack close">
      <TextField
        label={label}
        description={t`Such as ${example}. If empty, it follows the other theme`}
        {...field}
      />
      {field.error !== undefined && nearest !== color && (
        <div>
          <Button variant="light" onClick={() => onUse(nearest)}>
            {t`Use ${nearest}`}
          </Button>
        </div>
      )}
    </div>
  );
}

function Reset({ onReset }: { onReset: () => void }) {
  const reset = useSaving({
    queryKey: keys.admin('branding'),
    send: (call) => call('resetBranding', {}),
    done: { title: t`Reset`, text: t`Pages show the change when they are loaded again.` },
  });
  return (
    <div className="row">
      <ConfirmButton
        verb={t`Reset the branding`}
        label={t`Reset the branding`}
        question={t`The name, logos, colours, links and notice are removed. Pages and mails show Longhand again.`}
        act={() => reset.mutateAsync(undefined).then(onReset, () => undefined)}
      />
    </div>
  );
}
