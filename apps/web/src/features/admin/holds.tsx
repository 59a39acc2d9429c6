import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Hold, HoldKind, NewHold } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useCall } from '../../api/api-provider.tsx';
import { fieldErrorsOf, sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useFocusOnFailure } from '../../ui/use-fields.ts';
import { AdminList } from './admin-list.tsx';
import { useChange } from './use-change.ts';

const kinds: Readonly<Record<HoldKind, { label: string; noun: string; object: string }>> = {
  person: { label: t`A person`, noun: t`person`, object: t`Username` },
  project: { label: t`A project`, noun: t`project`, object: t`Address of the project` },
  document: { label: t`A document`, noun: t`document`, object: t`Address of the document` },
};

const options = Object.entries(kinds).map(([value, { label }]) => ({ value, label }));

/** Legal holds: created and ended here, with those that have ended. */
export function Holds() {
  const [isEnded, setEnded] = useState(false);
  const list = useList([...keys.admin('holds'), isEnded], (call, cursor, signal) =>
    call('listHolds', { query: { ...cursor, ended: isEnded ? 'true' : 'false' } }, signal),
  );
  return (
    <>
      <p style={{ maxWidth: '40rem' }}>
        {t`While a person, a project or a document is on legal hold, nothing of it is permanently deleted: not from the trash, no versions, no comments, and no account. A hold of a document includes those inside it. A hold of a person includes the documents that the person wrote or commented in.`}
      </p>
      <NewHoldForm />
      <div className="row" style={{ marginBlock: '1rem' }}>
        <Button size="xs" variant="default" onClick={() => setEnded(!isEnded)}>
          {isEnded ? t`Show current holds` : t`Show ended holds`}
        </Button>
      </div>
      <AdminList
        list={list}
        what={isEnded ? t`Ended holds` : t`Legal holds`}
        empty={isEnded ? t`No hold has ended.` : t`Nothing is on legal hold.`}
        keyOf={({ id }) => id}
        row={(hold) => <Row hold={hold} />}
      />
    </>
  );
}

function NewHoldForm() {
  const call = useCall();
  const store = useQueryClient();
  const [values, setValues] = useState<NewHold>({ kind: 'person', object: '', reason: '' });
  const make = useMutation({
    mutationFn: () => call('createHold', { body: values }),
    async onSuccess() {
      setValues({ ...values, object: '', reason: '' });
      await store.invalidateQueries({ queryKey: keys.admin('holds') });
    },
  });
  const errors = fieldErrorsOf(make.error);
  const isOther = make.error !== null && Object.keys(errors).length === 0;
  useFocusOnFailure(make.error);

  function submit(event: FormEvent): void {
    event.preventDefault();
    make.mutate();
  }

  return (
    <form
      className="form"
      onSubmit={submit}
      noValidate
      style={{ maxWidth: '32rem', marginBlockStart: '1rem' }}
    >
      <SelectField
        label={t`Put on hold`}
        options={options}
        value={values.kind}
        onChange={(event) => setValues({ ...values, kind: event.currentTarget.value as HoldKind })}
      />
      <TextField
        label={kinds[values.kind].object}
        required
        spellCheck={false}
        autoComplete="off"
        value={values.object}
        error={errors['object'] ?? (isOther ? sentenceOf(make.error) : undefined)}
        onChange={(event) => setValues({ ...values, object: event.currentTarget.value })}
      />
      <TextField
        label={t`Reason`}
        description={t`Shown to administrators`}
        required
        value={values.reason}
        error={errors['reason']}
        onChange={(event) => setValues({ ...values, reason: event.currentTarget.value })}
      />
      <div>
        <Button type="submit" isBusy={make.isPending}>
          {t`Create hold`}
        </Button>
      </div>
    </form>
  );
}

type MomentProps = { at: string; by: string | undefined };

function Made({ at, by }: MomentProps) {
  return by === undefined ? (
    <Trans>
      since <RelativeTime at={at} />
    </Trans>
  ) : (
    <Trans>
      since <RelativeTime at={at} /> by {by}
    </Trans>
  );
}

function Ended({ at, by }: MomentProps) {
  return by === undefined ? (
    <Trans>
      ended <RelativeTime at={at} />
    </Trans>
  ) : (
    <Trans>
      ended <RelativeTime at={at} /> by {by}
    </Trans>
  );
}

function Row({ hold }: { hold: Hold }) {
  const end = useChange({
    send: (call, id: string) => call('endHold', { params: { id } }),
    changes: [keys.admin('holds')],
  });
  const { name, kind, objectId, reason, madeBy, madeAt, endedBy, endedAt } = hold;
  const shown = name === null || name.trim() === '' ? objectId : name;
  return (
    <>
      <div>
        <strong className="firm">{shown}</strong>
        <p>
          {kinds[kind].noun} · <Made at={madeAt} by={madeBy?.name} />
          {endedAt !== null && (
            <>
              {' '}
              · <Ended at={endedAt} by={endedBy?.name} />
            </>
          )}
        </p>
        <p>{reason}</p>
      </div>
      {endedAt === null && (
        <ConfirmButton
          verb={t`End hold`}
          label={t`End hold: ${shown}`}
          question={t`End the hold of ${shown}? What is old enough is then permanently deleted.`}
          act={() => end.mutateAsync(hold.id).catch(() => undefined)}
        />
      )}
    </>
  );
}
