import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Announcements } from '../features/admin/Announcements.tsx';
import { Audit } from '../features/admin/Audit.tsx';
import { GuestLinks } from '../features/admin/GuestLinks.tsx';
import { Messages, Outbox } from '../features/admin/Mailroom.tsx';
import { Overview } from '../features/admin/Overview.tsx';
import { PeopleAdmin } from '../features/admin/PeopleAdmin.tsx';
import { SignUp } from '../features/admin/SignUp.tsx';
import { useUser } from '../session/RequireUser.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/Empty.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { adminTabs } from '../ui/tabNames.ts';
import '../ui/tabs.css';

/** Content of each administration tab. */
const contents: Record<(typeof adminTabs)[number]['value'], () => ReactNode> = {
  overview: Overview,
  people: PeopleAdmin,
  'guest-links': GuestLinks,
  messages: Messages,
  outbox: Outbox,
  'sign-up': SignUp,
  announcements: Announcements,
  audit: Audit,
};

/**
 * Server administration. The route is available to every signed-in user; the server decides what it
 * shows. Source: reliability, Traps.
 */
export default function AdminPage() {
  const user = useUser();
  const [search, setSearch] = useSearchParams();
  const { value: tab } = adminTabs.find(({ value }) => value === search.get('tab')) ?? adminTabs[0];
  const Content = contents[tab];
  if (!user.isAdmin) {
    return (
      <>
        <PageHead title="Administration" />
        <EmptyState title="Administrators only" action={<ButtonLink to="/dashboard">Dashboard</ButtonLink>}>
          Only administrators can see this.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHead title="Administration" />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => setSearch(next === 'overview' ? {} : { tab: next ?? '' }, { replace: true })}
      >
        <Tabs.List>
          {adminTabs.map(({ value, name }) => (
            <Tabs.Tab key={value} value={value}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {adminTabs.map(({ value }) => (
          <Tabs.Panel key={value} value={value}>
            {value === tab && <Content />}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
