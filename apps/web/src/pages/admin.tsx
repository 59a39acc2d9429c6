import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Tabs } from '../ui/tabs.tsx';
import { Announcements } from '../features/admin/announcements.tsx';
import { Audit } from '../features/admin/audit.tsx';
import { Directories } from '../features/admin/directories.tsx';
import { BrandingTab } from '../features/admin/branding.tsx';
import { Groups } from '../features/admin/groups.tsx';
import { GuestLinks } from '../features/admin/guest-links.tsx';
import { Holds } from '../features/admin/holds.tsx';
import { Messages, Outbox } from '../features/admin/mail.tsx';
import { Overview } from '../features/admin/overview.tsx';
import { PeopleAdmin } from '../features/admin/people-admin.tsx';
import { Rules } from '../features/admin/rules.tsx';
import { SignIn } from '../features/admin/sign-in.tsx';
import { SignUp } from '../features/admin/sign-up.tsx';
import { useUser } from '../session/require-user.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { adminTabs } from '../ui/tab-names.ts';

/** Content of each administration tab. */
const contents: Record<(typeof adminTabs)[number]['value'], () => ReactNode> = {
  overview: Overview,
  people: PeopleAdmin,
  groups: Groups,
  'guest-links': GuestLinks,
  messages: Messages,
  outbox: Outbox,
  'sign-up': SignUp,
  rules: Rules,
  branding: BrandingTab,
  'sign-in': SignIn,
  directories: Directories,
  holds: Holds,
  announcements: Announcements,
  audit: Audit,
};

/**
 * Server administration. The route is available to every signed-in user; the server decides what it
 * shows.
 */
export default function AdminPage() {
  const user = useUser();
  const [search, setSearch] = useSearchParams();
  const { value: tab } = adminTabs.find(({ value }) => value === search.get('tab')) ?? adminTabs[0];
  const Content = contents[tab];
  if (!user.isAdmin) {
    return (
      <>
        <PageHead title={t`Administration`} />
        <EmptyState
          title={t`Administrators only`}
          action={<ButtonLink to="/dashboard">{t`Dashboard`}</ButtonLink>}
        >
          {t`Only administrators can see this.`}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHead title={t`Administration`} />
      <Tabs
        isBeside
        tabs={adminTabs}
        value={tab}
        onChange={(next) => setSearch(next === 'overview' ? {} : { tab: next }, { replace: true })}
      >
        <Content />
      </Tabs>
    </>
  );
}
