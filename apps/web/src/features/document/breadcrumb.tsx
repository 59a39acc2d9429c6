import { t } from '@lingui/core/macro';
import type { Document, DocumentPath, Project } from '@longhand/contract';
import { IconChevronRight, IconHome } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { displayTitle } from '../../language/display-title.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { PathButton } from './path-button.tsx';

const PathMenu = onDemand(
  () => import('./path-menu.tsx'),
  () => <PathButton aria-expanded={false} />,
);

/** Maximum number of shown ancestors. Of more, two are shown, and a menu has the others. */
const shownMax = 3;

/** Breadcrumb of a document: links to its project or the dashboard, its ancestors and its title. */
export function Breadcrumb({
  document: { id, title, ancestors = [] },
  project,
}: {
  document: Document;
  project: Project | null;
}) {
  const shown = ancestors.length > shownMax ? ancestors.slice(1 - shownMax) : ancestors;
  const hidden = ancestors.slice(0, ancestors.length - shown.length);
  return (
    <>
      <Link
        className="quietLink"
        to="/dashboard"
        aria-label={t`Dashboard`}
        title={t`Dashboard`}
        data-nearest={(project === null && ancestors.length === 0) || undefined}
      >
        <IconHome size={17} stroke={1.6} aria-hidden="true" />
      </Link>
      <Separator />
      {project !== null && (
        <>
          <Link
            className="quietLink"
            to={`/projects/${project.id}`}
            dir="auto"
            data-nearest={ancestors.length === 0 || undefined}
          >
            {project.name}
          </Link>
          <Separator />
        </>
      )}
      {hidden.length > 0 && (
        <>
          <Hidden path={hidden} />
          <Separator />
        </>
      )}
      {shown.map((ancestor, at) => (
        <Fragment key={ancestor.id}>
          <Link
            className="quietLink"
            to={`/documents/${ancestor.id}`}
            dir="auto"
            data-nearest={at === shown.length - 1 || undefined}
          >
            {displayTitle(ancestor.title)}
          </Link>
          <Separator />
        </Fragment>
      ))}
      <Link className="quietLink" to={`/documents/${id}`} dir="auto" aria-current="page">
        {displayTitle(title)}
      </Link>
    </>
  );
}

const Separator = () => <IconChevronRight size={14} stroke={1.6} aria-hidden="true" />;

/** Menu of the ancestors for which there is no room. */
function Hidden({ path }: { path: DocumentPath }) {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <PathMenu path={path} onClose={() => setWanted(false)} />;
  return <PathButton aria-expanded={false} onClick={() => setWanted(true)} />;
}
