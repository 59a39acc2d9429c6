import { t } from '@lingui/core/macro';
import type { Document, Project } from '@longhand/contract';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { Button } from '../ui/button.tsx';
import type { List } from '../api/use-list.ts';
import { TodayList } from '../features/activity/today-list.tsx';
import { LastDocuments } from '../features/documents/last-documents.tsx';
import { useLastDocuments } from '../features/documents/use-documents.ts';
import { NewProjectButton } from '../features/projects/new-project-button.tsx';
import { ProjectList } from '../features/projects/project-list.tsx';
import { SampleButton } from '../features/projects/sample-button.tsx';
import { useProjects } from '../features/projects/use-projects.ts';
import { Templates } from '../features/templates/templates.tsx';
import { useWaitingRequests } from '../features/requests/use-waiting-requests.ts';
import { WaitingRequests } from '../features/requests/waiting-requests.tsx';
import { useWaitingReviews } from '../features/reviews/use-waiting-reviews.ts';
import { WaitingReviews } from '../features/reviews/waiting-reviews.tsx';
import { useWaitingSuggestions, useWaitingThreads } from '../features/waiting/use-waiting.ts';
import { WaitingList } from '../features/waiting/waiting-list.tsx';
import { WaitingSuggestions } from '../features/waiting/waiting-suggestions.tsx';
import { carriedPath, dropPath } from '../session/carry-over.ts';
import { useUser } from '../session/require-user.tsx';
import { useOverlay } from '../ui/commands/commands-provider.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { tabStorage } from '../ui/storage.ts';
import { greeting } from './greeting.ts';
import { serverName } from '../ui/branding.ts';
import classes from './columns.module.css';

/**
 * Landing page of a signed-in user. Directly after the sign-in it redirects to the requested page.
 */
export default function DashboardPage() {
  const [search] = useSearchParams();
  const asked = search.has('refresh') ? carriedPath(tabStorage) : null;
  return asked === null ? <Dashboard /> : <GoOn to={asked} />;
}

function GoOn({ to }: { to: string }) {
  useEffect(() => () => dropPath(tabStorage), []);
  return <Navigate to={to} replace />;
}

function Dashboard() {
  const user = useUser();
  const last = useLastDocuments();
  const projects = useProjects();
  const isTemplates = useLocation().pathname === '/templates';
  const requests = useWaitingRequests();
  const reviews = useWaitingReviews();
  const suggestions = useWaitingSuggestions();
  const threads = useWaitingThreads();
  // A list that arrived later would move those below it, possibly under the pointer.
  const isPending = [last, projects, requests, reviews, suggestions, threads].some(
    (list) => list.isPending,
  );
  const isNew =
    !isPending &&
    last.error === null &&
    projects.error === null &&
    last.items.length === 0 &&
    projects.items.length === 0;
  return (
    <>
      <PageHead
        title={greeting(user.name, new Date().getHours())}
        actions={<ButtonLink to="/new-document">{t`New document`}</ButtonLink>}
      />
      {isTemplates && <TemplatesSection />}
      {isNew ? (
        <FirstTime />
      ) : (
        <>
          {!isPending && (
            <Section id="waiting" title={t`Waiting for you`}>
              <WaitingRequests list={requests} />
              <WaitingReviews list={reviews} />
              <WaitingSuggestions list={suggestions} />
              <WaitingList list={threads} />
            </Section>
          )}
          <LastSection last={{ ...last, isPending }} projects={projects.items} />
          {!isPending && <ProjectsSection projects={projects} />}
          {!isPending && (
            <Section id="today" title={t`Today`}>
              <TodayList known={[user, ...projects.items]} />
            </Section>
          )}
        </>
      )}
      {!isTemplates && !isPending && <TemplatesSection />}
    </>
  );
}

type LastSectionProps = {
  last: ReturnType<typeof useLastDocuments>;
  projects: readonly Project[];
};

function LastSection({ last, projects }: LastSectionProps) {
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  const locationOf = ({ projectId }: Document) =>
    projectId === null ? t`Personal draft` : (names.get(projectId) ?? null);
  return (
    <Section
      id="last"
      title={t`Continue where you left off`}
      more={{ to: '/recent', name: t`All recent documents` }}
    >
      <LastDocuments list={last} locationOf={locationOf} />
    </Section>
  );
}

/** Number of projects on the dashboard; a link leads to all of them. */
const fewProjects = 6;

function ProjectsSection({ projects }: { projects: List<Project> }) {
  return (
    <Section id="projects" title={t`Projects`} more={{ to: '/projects', name: t`All projects` }}>
      <ProjectList
        list={{ ...projects, items: projects.items.slice(0, fewProjects), hasMore: false }}
        action={<NewProjectButton variant="default" />}
      />
    </Section>
  );
}

type SectionProps = {
  id: string;
  title: string;
  more?: { to: string; name: string };
  children: ReactNode;
};

function Section({ id, title, more, children }: SectionProps) {
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <div className={`spread ${classes['sectionHead']}`}>
        <h2 className="plainHeading" id={id}>
          {title}
        </h2>
        {more !== undefined && <Link to={more.to}>{more.name}</Link>}
      </div>
      {children}
    </section>
  );
}

/** Empty state for a user without documents and projects. */
function FirstTime() {
  const { show } = useOverlay();
  return (
    <EmptyState
      title={t`Welcome to ${{ server: serverName() }}`}
      action={
        <div className={`row ${classes['beginnings']}`}>
          <SampleButton />
          <Button variant="default" onClick={() => show({ kind: 'import', project: null })}>
            {t`Import files`}
          </Button>
        </div>
      }
    >
      {t`Try a sample project, or start with a blank document, a template, or your own files.`}
    </EmptyState>
  );
}

/** The templates, collapsed on the dashboard and expanded under their own URL. */
function TemplatesSection() {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(pathname === '/templates');
  return (
    <section className={classes['section']} aria-labelledby="templates">
      <div className={`spread ${classes['sectionHead']}`}>
        <h2 className="plainHeading" id="templates">{t`Start from a template`}</h2>
        <button
          type="button"
          className={classes['fold']}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t`Hide templates` : t`Show templates`}
        </button>
      </div>
      {isOpen && <Templates />}
    </section>
  );
}
