import { t } from '@lingui/core/macro';
import { mailTime, type NotificationKind, type NotificationSettings } from '@longhand/contract';
import { useId } from 'react';
import { sentenceOf } from '../../api/failure.ts';
import { Unreadable } from '../../ui/empty-state.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { useNotificationSettings } from './use-notifications.ts';
import classes from './notifications.module.css';

const kinds: readonly { kind: NotificationKind; name: string }[] = [
  { kind: 'mention', name: t`Mentions of me` },
  { kind: 'answer', name: t`Replies in my threads` },
  { kind: 'decision', name: t`Decisions on my suggestions` },
  { kind: 'review', name: t`Review requests and responses` },
  { kind: 'invitation', name: t`Documents and projects shared with me` },
  { kind: 'request', name: t`Access requests` },
  { kind: 'watched', name: t`Changes in documents and projects that I watch` },
];

type MailTime = NotificationSettings['mail'][NotificationKind];

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const hourName = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/**
 * Settings for notification mails, for each kind of notification. Notifications in the page are
 * always immediate.
 */
export function MailForm() {
  const { settings, error, set } = useNotificationSettings();
  const id = useId();
  if (error !== null && settings === null)
    return <Unreadable what={t`Your settings`} sentence={sentenceOf(error)} />;
  if (settings === null) return <RowSkeletons count={5} />;
  const change = (part: Partial<NotificationSettings>): void => set({ ...settings, ...part });
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className={classes['mail']}>
      <p className="soft">
        {t`Notifications appear in the app immediately. Choose here when to get them by email; several are combined into one email.`}
      </p>
      {kinds.map(({ kind, name }) => (
        <MailTimeChoice
          key={kind}
          id={`${id}-${kind}`}
          name={name}
          time={settings.mail[kind]}
          onChange={(time) => change({ mail: { ...settings.mail, [kind]: time } })}
        />
      ))}
      <Hour
        id={`${id}-daily`}
        label={t`Daily email at`}
        value={settings.dailyAt}
        onChange={(dailyAt) => change({ dailyAt })}
      />
      <QuietHours
        id={id}
        quiet={settings.quietHours}
        onChange={(quietHours) => change({ quietHours })}
      />
      <p className={`soft ${classes['zone']}`}>
        {t`Times are in ${{ zone: settings.timeZone.replaceAll('_', ' ') }}.`}{' '}
        {here !== settings.timeZone && (
          <button
            type="button"
            className={`linkButton small ${classes['mark']}`}
            onClick={() => change({ timeZone: here })}
          >
            {t`Use ${{ zone: here.replaceAll('_', ' ') }}`}
          </button>
        )}
      </p>
    </div>
  );
}

type MailTimeChoiceProps = {
  id: string;
  name: string;
  time: MailTime;
  onChange: (time: MailTime) => void;
};

function MailTimeChoice({ id, name, time, onChange }: MailTimeChoiceProps) {
  return (
    <div className={`spread ${classes['choice']}`}>
      <label className="grow" htmlFor={id}>
        {name}
      </label>
      <select
        id={id}
        value={time}
        onChange={({ currentTarget }) => onChange(mailTime.parse(currentTarget.value))}
      >
        <option value="at_once">{t`Email immediately`}</option>
        <option value="daily">{t`In the daily email`}</option>
        <option value="never">{t`No mail`}</option>
      </select>
    </div>
  );
}

type QuietHoursProps = {
  /** Prefix of the ids of the fields. */
  id: string;
  quiet: NotificationSettings['quietHours'];
  onChange: (quiet: NotificationSettings['quietHours']) => void;
};

/** Switch for the quiet hours, and their beginning and end if there are any. */
function QuietHours({ id, quiet, onChange }: QuietHoursProps) {
  return (
    <>
      <div className={`spread ${classes['choice']}`}>
        <label className="grow" htmlFor={`${id}-quiet`}>
          {t`Quiet hours (email is held)`}
        </label>
        <input
          id={`${id}-quiet`}
          type="checkbox"
          role="switch"
          checked={quiet !== null}
          aria-checked={quiet !== null}
          onChange={() => onChange(quiet === null ? { from: 20, to: 7 } : null)}
        />
      </div>
      {quiet !== null && (
        <>
          <Hour
            id={`${id}-from`}
            label={t`From`}
            value={quiet.from}
            onChange={(from) => onChange({ ...quiet, from })}
          />
          <Hour
            id={`${id}-to`}
            label={t`Until`}
            value={quiet.to}
            onChange={(to) => onChange({ ...quiet, to })}
          />
        </>
      )}
    </>
  );
}

function Hour({
  id,
  label,
  value,
  onChange,
}: {
  id: string;
  label: string;
  value: number;
  onChange: (hour: number) => void;
}) {
  return (
    <div className={`spread ${classes['choice']}`}>
      <label className="grow" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      >
        {hours.map((hour) => (
          <option key={hour} value={hour}>
            {hourName(hour)}
          </option>
        ))}
      </select>
    </div>
  );
}
