import { t } from '@lingui/core/macro';
import { isolate, type AuditAction } from '@longhand/contract';
import { useRef, useState } from 'react';
import { keys } from '../../api/keys.ts';
import { useList } from '../../api/use-list.ts';
import { language } from '../../language/language.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { focusableIn } from '../../ui/focusable.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { actionNames } from './action-names.ts';
import { AdminList } from './admin-list.tsx';
import classes from './admin.module.css';

type Filters = {
  readonly person: string;
  readonly action: AuditAction | '';
  readonly since: string;
  readonly until: string;
};

const none: Filters = { person: '', action: '', since: '', until: '' };

/** Returns the filters as a query. Days are those of the browser's time zone, the last included. */
function queryOf({ person, action, since, until }: Filters) {
  const start = (day: string, later: number): string => {
    const date = new Date(`${day}T00:00`);
    date.setDate(date.getDate() + later);
    return date.toISOString();
  };
  return {
    ...(person.trim() !== '' && { person: person.trim() }),
    ...(action !== '' && { action }),
    ...(since !== '' && { since: start(since, 0) }),
    ...(until !== '' && { until: start(until, 1) }),
  };
}

/** The audit log of security events, in order; entries cannot be omitted or removed. */
export function Audit() {
  const [filters, setFilters] = useState(none);
  const query = queryOf({ ...filters, person: useSettled(filters.person) });
  const list = useList([...keys.admin('audit'), query], (call, cursor, signal) =>
    call('listAudit', { query: { ...cursor, ...query } }, signal),
  );
  return (
    <>
      <FilterFields
        filters={filters}
        onChange={(part) => setFilters((before) => ({ ...before, ...part }))}
      />
      <AdminList
        list={list}
        what={t`Audit log`}
        empty={t`No entries.`}
        keyOf={({ id }) => id}
        row={({ action, actor, person, address, createdAt }) => (
          <div>
            <strong className="firm">{actionNames[action]}</strong>
            <p>
              {[
                actor?.name ?? t`Unknown`,
                person && person.id !== actor?.id ? t`about ${{ name: person.name }}` : null,
                address,
              ]
                .flatMap((fact) => (fact ? isolate(language, fact) : []))
                .join(' · ')}{' '}
              · <RelativeTime at={createdAt} />
            </p>
          </div>
        )}
      />
    </>
  );
}

type FieldsProps = { filters: Filters; onChange: (part: Partial<Filters>) => void };

function FilterFields({ filters, onChange }: FieldsProps) {
  const fields = useRef<HTMLDivElement>(null);
  const isFiltered = Object.values(filters).some((value) => value !== '');
  return (
    <div
      ref={fields}
      className={`stack ${classes['filters']}`}
      role="search"
      aria-label={t`Filter the audit log`}
    >
      <TextField
        label={t`Username`}
        type="search"
        autoCapitalize="none"
        value={filters.person}
        onChange={(event) => onChange({ person: event.currentTarget.value })}
      />
      <SelectField
        label={t`Action`}
        options={[
          { value: '', label: t`All actions` },
          ...Object.entries(actionNames).map(([value, label]) => ({ value, label })),
        ]}
        value={filters.action}
        onChange={(event) => onChange({ action: event.currentTarget.value as Filters['action'] })}
      />
      <TextField
        label={t`From`}
        type="date"
        value={filters.since}
        onChange={(event) => onChange({ since: event.currentTarget.value })}
      />
      <TextField
        label={t`To`}
        type="date"
        value={filters.until}
        onChange={(event) => onChange({ until: event.currentTarget.value })}
      />
      {isFiltered && (
        <Button
          variant="subtle"
          onClick={() => {
            onChange(none);
            // The button disappears.
            if (fields.current !== null) focusableIn(fields.current)[0]?.focus();
          }}
        >
          {t`Clear filters`}
        </Button>
      )}
    </div>
  );
}
