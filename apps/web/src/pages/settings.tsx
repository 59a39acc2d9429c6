import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Tabs } from '../ui/tabs.tsx';
import { MailForm } from '../features/notifications/mail-form.tsx';
import { Factors } from '../features/factors/factors.tsx';
import { DeleteAccount } from '../features/settings/delete-account.tsx';
import { Devices } from '../features/settings/devices.tsx';
import { HabitsForm } from '../features/settings/habits-form.tsx';
import { LanguageRow } from '../features/settings/language-row.tsx';
import { PasswordForm } from '../features/settings/password-form.tsx';
import { ProfileForm } from '../features/settings/profile-form.tsx';
import { SignInMethods } from '../features/settings/sign-in-methods.tsx';
import { TakeAlong } from '../features/settings/take-along.tsx';
import { Tokens } from '../features/settings/tokens.tsx';
import { WritingLookForm } from '../features/settings/writing-look-form.tsx';
import { useUser } from '../session/require-user.tsx';
import { ThemeRow } from '../theme/theme-row.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { settingsTabs } from '../ui/tab-names.ts';
import classes from './columns.module.css';

/** Content of each settings tab. */
const contents: Record<(typeof settingsTabs)[number]['value'], () => ReactNode> = {
  profile: Profile,
  appearance: Appearance,
  editor: EditorHabits,
  notifications: MailForm,
  security: Security,
  data: Data,
};

/** The user's own settings. */
export default function SettingsPage() {
  const [search, setSearch] = useSearchParams();
  const { value: tab } =
    settingsTabs.find(({ value }) => value === search.get('tab')) ?? settingsTabs[0];
  const Content = contents[tab];
  return (
    <>
      <PageHead title={t`Settings`} />
      <Tabs
        tabs={settingsTabs}
        value={tab}
        onChange={(next) => setSearch(next === 'profile' ? {} : { tab: next }, { replace: true })}
      >
        <Content />
      </Tabs>
    </>
  );
}

function Profile() {
  return <ProfileForm user={useUser()} />;
}

function Appearance() {
  return (
    <>
      <LanguageRow preferences={useUser().preferences} />
      <ThemeRow />
      <WritingLookForm preferences={useUser().preferences} />
    </>
  );
}

function EditorHabits() {
  return <HabitsForm preferences={useUser().preferences} />;
}

function Security() {
  return (
    <>
      <section className={classes['section']} aria-labelledby="password">
        <h2 className="plainHeading" id="password">{t`Password`}</h2>
        <PasswordForm />
      </section>
      <section className={classes['section']} aria-labelledby="factors">
        <h2 className="plainHeading" id="factors">{t`Second factors`}</h2>
        <Factors />
      </section>
      <section className={classes['section']} aria-labelledby="sign-in-methods">
        <h2 className="plainHeading" id="sign-in-methods">{t`Sign-in methods`}</h2>
        <SignInMethods />
      </section>
      <section className={classes['section']} aria-labelledby="devices">
        <h2 className="plainHeading" id="devices">{t`Signed-in devices`}</h2>
        <Devices />
      </section>
      <section className={classes['section']} aria-labelledby="tokens">
        <h2 className="plainHeading" id="tokens">{t`Access tokens`}</h2>
        <Tokens />
      </section>
    </>
  );
}

function Data() {
  return (
    <>
      <section className={classes['section']} aria-labelledby="export">
        <h2 className="plainHeading" id="export">{t`Export all my data`}</h2>
        <TakeAlong />
      </section>
      <section className={classes['section']} aria-labelledby="end">
        <h2 className="plainHeading" id="end">{t`Delete my account`}</h2>
        <DeleteAccount />
      </section>
    </>
  );
}
