import { t } from '@lingui/core/macro';
import type { Branding, LogoVariant } from '@longhand/contract';
import { useId, useRef } from 'react';
import { sendFiles } from '../../api/file-calls.ts';
import { keys } from '../../api/keys.ts';
import { Button } from '../../ui/button.tsx';
import classes from './logos.module.css';
import { useSaving } from './use-change.ts';

const variants = [
  { value: 'light', name: t`Logo in the light theme` },
  { value: 'dark', name: t`Logo in the dark theme` },
] as const;

/** The logos of the server. With one logo only, both themes show it. */
export function Logos({ logos }: { logos: Branding['logos'] }) {
  return (
    <section className="form" aria-label={t`Logos`}>
      <h2>{t`Logos`}</h2>
      <p className="soft small">
        {t`PNG or WebP, at most 256 KB. It is shown in the header instead of the name. With one logo only, both themes show it.`}
      </p>
      {variants.map(({ value, name }) => (
        <LogoField key={value} variant={value} name={name} src={logos[value]} />
      ))}
    </section>
  );
}

type FieldProps = { variant: LogoVariant; name: string; src: string | null };

function LogoField({ variant, name, src }: FieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { add, remove } = useLogo(variant);
  const choose = (file: File | undefined): void => {
    if (file !== undefined) add.mutate(file);
    // The same file can be chosen again after a failure.
    if (input.current !== null) input.current.value = '';
  };
  return (
    <div className="stack close" role="group" aria-labelledby={id}>
      <span id={id} className="firm small">
        {name}
      </span>
      {src !== null && (
        <span className={classes['shown']} data-on={variant}>
          <img src={src} alt={name} />
        </span>
      )}
      <div className="row">
        <input
          ref={input}
          type="file"
          accept="image/png,image/webp"
          hidden
          onChange={(event) => choose(event.currentTarget.files?.[0])}
        />
        <Button
          variant="default"
          isBusy={add.isPending}
          id={`${id}-choose`}
          aria-labelledby={`${id}-choose ${id}`}
          onClick={() => input.current?.click()}
        >
          {src === null ? t`Choose a file` : t`Replace`}
        </Button>
        {src !== null && (
          <Button
            variant="subtle"
            isBusy={remove.isPending}
            id={`${id}-remove`}
            aria-labelledby={`${id}-remove ${id}`}
            onClick={() => remove.mutate(undefined)}
          >
            {t`Remove`}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Sets and removes a logo. */
function useLogo(variant: LogoVariant) {
  const params = { variant };
  const saved = {
    queryKey: keys.admin('branding'),
    done: { title: t`Saved`, text: t`Pages show the change when they are loaded again.` },
  };
  const add = useSaving({
    ...saved,
    send: (call, file: File) =>
      sendFiles(
        call,
        'setLogo',
        { params },
        {
          files: [{ name: file.name, bytes: file }],
          progress: () => undefined,
          signal: new AbortController().signal,
        },
      ),
  });
  const remove = useSaving({ ...saved, send: (call) => call('removeLogo', { params }) });
  return { add, remove };
}
