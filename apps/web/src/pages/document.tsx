import { t } from '@lingui/core/macro';
import { displayTitle, type Document, type Project } from '@longhand/contract';
import { IconChevronRight, IconHome } from '@tabler/icons-react';
import { Fragment, useCallback, useEffect, useState, type ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useStandingError } from '../api/use-standing-error.ts';
import { StatusChoice } from '../features/board/status-choice.tsx';
import { LiveDocument } from '../features/document/live-document.tsx';
import { NoDocument } from '../features/document/no-document.tsx';
import { useDocument } from '../features/document/use-document.ts';
import { DocumentsPanel } from '../features/documents/panel/documents-panel.tsx';
import { useCollapsed } from '../features/documents/panel/use-collapsed.ts';
import { DocumentCommands } from '../features/documents/document-commands.tsx';
import { useProject } from '../features/projects/use-projects.ts';
import { AskForAccess } from '../features/requests/ask-for-access.tsx';
import { ShareButton } from '../features/sharing/share-button.tsx';
import { useUser } from '../session/require-user.tsx';
import { DocumentSkeleton } from '../ui/document-skeleton.tsx';
import { afterwards, onDemand } from '../ui/on-demand.tsx';
import { threeWidth, useWide } from '../ui/use-wide.ts';
import classes from './document.module.css';

// The text is editable before its comments, panels and banners are loaded.
const DocumentAdditions = afterwards(() => import('./document-additions.tsx'));

/** One live document, with the list of its project. */
export default function DocumentPage() {
  const { documentId = '' } = useParams();
  const user = useUser();
  const query = useDocument(documentId);
  const { data: document, refetch } = query;
  const error = useStandingError(documentId, query);
  // While the next document is loading, it is assumed to be in the same project.
  const [projectId, setProjectId] = useState<string | null | undefined>(undefined);
  const known = document === undefined ? projectId : document.projectId;
  useEffect(() => setProjectId(known), [known]);
  const [isTextShown, setTextShown] = useState(false);
  const onShown = useCallback(() => setTextShown(true), []);
  if (document === undefined && error) {
    return (
      <NoDocument
        documentId={documentId}
        userId={user.id}
        error={error}
        onRetry={() => void refetch()}
        ask={<AskForAccess key={documentId} kind="document" id={documentId} />}
      />
    );
  }
  return (
    <Desk projectId={known} documentId={documentId} isTextShown={isTextShown}>
      {(project) =>
        document === undefined ? (
          <DocumentSkeleton />
        ) : (
          <>
            <DocumentCommands document={document} />
            <LiveDocument
              key={document.id}
              document={document}
              user={user}
              breadcrumb={<Breadcrumb document={document} project={project} />}
              status={<StatusChoice document={document} />}
              share={
                <ShareButton document={document} user={user} invite={inviteTo} groups={groupsOf} />
              }
              additions={DocumentAdditions}
              onShown={onShown}
            />
          </>
        )
      }
    </Desk>
  );
}

const ObjectGroups = afterwards(() => import('../features/groups/object-groups.tsx'));

/** Renders the groups that a document is shared with. */
function groupsOf({ id, rights }: Document): ReactNode {
  return <ObjectGroups object={{ kind: 'document', id }} mayShare={rights.share} />;
}

const InviteDialog = onDemand(() => import('../features/invitations/invite-dialog.tsx'));

/** Renders the dialog that invites an address to a project. */
function inviteTo(projectId: string, email: string, onClose: () => void): ReactNode {
  return <InviteDialog projectId={projectId} email={email} onClose={onClose} />;
}

type DeskProps = {
  /** Null for a personal draft, undefined while unknown. */
  projectId: string | null | undefined;
  documentId: string;
  isTextShown: boolean;
  children: (project: Project | null) => ReactNode;
};

/** The text, with the list of its project's documents unless that is collapsed. */
function Desk({ projectId, documentId, isTextShown, children }: DeskProps) {
  const { data, error } = useProject(projectId ?? null);
  const project = (projectId !== null && data) || null;
  const isDocked = useWide(threeWidth);
  const { isCollapsed, setCollapsed } = useCollapsed();
  const [isSheetOpen, setSheetOpen] = useState(false);
  // Its space is reserved until the list is known to be absent, so that the text does not move.
  const hasProject = projectId !== null && error === null;
  const isOpen = isDocked ? !isCollapsed : isSheetOpen;
  return (
    <div
      className={classes['desk']}
      data-project={hasProject || undefined}
      data-list={(hasProject && isDocked && !isCollapsed) || undefined}
    >
      {project !== null && (
        <DocumentsPanel
          project={project}
          currentId={documentId}
          isTextShown={isTextShown}
          isDocked={isDocked}
          isOpen={isOpen}
          onOpen={(next) => (isDocked ? setCollapsed(!next) : setSheetOpen(next))}
        />
      )}
      {children(project)}
    </div>
  );
}

/** Breadcrumb of a document: links to its project or the dashboard, its ancestors and its title. */
function Breadcrumb({
  document: { id, title, ancestors = [] },
  project,
}: {
  document: Document;
  project: Project | null;
}) {
  return (
    <>
      <Link
        to="/dashboard"
        aria-label={t`Dashboard`}
        title={t`Dashboard`}
        data-nearest={(project === null && ancestors.length === 0) || undefined}
      >
        <IconHome size={17} stroke={1.6} aria-hidden="true" />
      </Link>
      <IconChevronRight size={14} stroke={1.6} aria-hidden="true" />
      {project !== null && (
        <>
          <Link to={`/projects/${project.id}`} data-nearest={ancestors.length === 0 || undefined}>
            {project.name}
          </Link>
          <IconChevronRight size={14} stroke={1.6} aria-hidden="true" />
        </>
      )}
      {ancestors.map((ancestor, at) => (
        <Fragment key={ancestor.id}>
          <Link
            to={`/documents/${ancestor.id}`}
            data-nearest={at === ancestors.length - 1 || undefined}
          >
            {displayTitle(ancestor.title)}
          </Link>
          <IconChevronRight size={14} stroke={1.6} aria-hidden="true" />
        </Fragment>
      ))}
      <Link to={`/documents/${id}`} aria-current="page">
        {displayTitle(title)}
      </Link>
    </>
  );
}
