import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { DeleteAccount } from '../features/settings/DeleteAccount.tsx';
import { Devices } from '../features/settings/Devices.tsx';
import { PasswordForm } from '../features/settings/PasswordForm.tsx';
import { ProfileForm } from '../features/settings/ProfileForm.tsx';
import { Tokens } from '../features/settings/Tokens.tsx';
import { useUser } from '../session/RequireUser.tsx';
import { ThemeRow } from '../theme/ThemeRow.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import '../ui/tabs.css';
import classes from './columns.module.css';

const tabs = ['profile', 'appearance', 'security', 'data'] as const;
type Tab = (typeof tabs)[number];

/** Everything that a person decides about themselves. */
export default function SettingsPage() {
  const user = useUser();
  const [search, setSearch] = useSearchParams();
  const tab: Tab = tabs.find((one) => one === search.get('tab')) ?? 'profile';
  return (
    <>
      <PageHead title="Settings" />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => setSearch(next === 'profile' ? {} : { tab: next ?? '' }, { replace: true })}
      >
        <Tabs.List>
          <Tabs.Tab value="profile">Profile</Tabs.Tab>
          <Tabs.Tab value="appearance">Appearance</Tabs.Tab>
          <Tabs.Tab value="security">Security</Tabs.Tab>
          <Tabs.Tab value="data">Data</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="profile">
          <ProfileForm user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="appearance">
          <ThemeRow />
        </Tabs.Panel>
        <Tabs.Panel value="security">
          <section className={classes['section']} aria-labelledby="password">
            <h2 id="password">Password</h2>
            <PasswordForm />
          </section>
          <section className={classes['section']} aria-labelledby="devices">
            <h2 id="devices">Devices that are signed in</h2>
            <Devices />
          </section>
          <section className={classes['section']} aria-labelledby="tokens">
            <h2 id="tokens">Access tokens</h2>
            <Tokens />
          </section>
        </Tabs.Panel>
        <Tabs.Panel value="data">
          <section className={classes['section']} aria-labelledby="end">
            <h2 id="end">Delete my account</h2>
            <DeleteAccount />
          </section>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
