import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { Announcements } from '../features/admin/Announcements.tsx';
import { Audit } from '../features/admin/Audit.tsx';
import { Messages, Outbox } from '../features/admin/Mailroom.tsx';
import { Overview } from '../features/admin/Overview.tsx';
import { PeopleAdmin } from '../features/admin/PeopleAdmin.tsx';
import { SignUp } from '../features/admin/SignUp.tsx';
import { useUser } from '../session/RequireUser.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import '../ui/tabs.css';

const tabs = {
  overview: ['Overview', Overview],
  people: ['People', PeopleAdmin],
  messages: ['Messages', Messages],
  outbox: ['Outbox', Outbox],
  'sign-up': ['Sign-up', SignUp],
  announcements: ['Announcements', Announcements],
  audit: ['Audit log', Audit],
} as const;

/** Running the server. The route is everybody's who is signed in; what it shows is decided by the server. Source: reliability, Traps. */
export default function AdminPage() {
  const user = useUser();
  const [search, setSearch] = useSearchParams();
  const asked = search.get('tab') ?? '';
  const tab = asked in tabs ? asked : 'overview';
  if (!user.isAdmin) {
    return (
      <>
        <PageHead title="Administration" />
        <Empty title="Administrators only" action={<ButtonLink to="/dashboard">Dashboard</ButtonLink>}>
          Only those who run this server can see this.
        </Empty>
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
          {Object.entries(tabs).map(([name, [label]]) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {Object.entries(tabs).map(([name, [, Content]]) => (
          <Tabs.Panel key={name} value={name}>
            <Content />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
