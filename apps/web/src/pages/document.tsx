import type { Document, Project } from '@longhand/contract';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { useStandingError } from '../api/use-standing-error.ts';
import { StatusChoice } from '../features/board/status-choice.tsx';
import { Breadcrumb } from '../features/document/breadcrumb.tsx';
import { LiveDocument } from '../features/document/live-document.tsx';
import { NoDocument } from '../features/document/no-document.tsx';
import { useDocument } from '../features/document/use-document.ts';
import { DocumentsPanel } from '../features/documents/panel/documents-panel.tsx';
import { useCollapsed } from '../features/documents/panel/use-collapsed.ts';
import { useProject } from '../features/projects/use-projects.ts';
import { ShareButton } from '../features/sharing/share-button.tsx';
import { useUser } from '../session/require-user.tsx';
import { useCommandsPlace } from '../ui/commands/commands-provider.tsx';
import { DocumentSkeleton } from '../ui/document-skeleton.tsx';
import { Later } from '../ui/later.tsx';
import { afterwards, onDemand } from '../ui/on-demand.tsx';
import { threeWidth, useWide } from '../ui/use-wide.ts';
import classes from './document.module.css';

// The text is editable before its comments, panels and banners are loaded.
const DocumentAdditions = afterwards(() => import('./document-additions.tsx'));

const DocumentCommands = afterwards(() => import('../features/documents/document-commands.tsx'));
const AskForAccess = afterwards(() => import('../features/requests/ask-for-access.tsx'));

/** A live document, with the list of its project, or of the user's drafts if it is nested. */
export default function DocumentPage() {
  const { documentId = '' } = useParams();
  const user = useUser();
  const query = useDocument(documentId);
  const { data: document, refetch } = query;
  const error = useStandingError(documentId, query);
  // While the next document is loading, it is assumed to be in the same project.
  const [before, setBefore] = useState<string | null | undefined>(undefined);
  const shelf = document === undefined ? before : shelfOf(document);
  useEffect(() => setBefore(shelf), [shelf]);
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
    <Desk shelf={shelf} documentId={documentId} isTextShown={isTextShown}>
      {(project) =>
        document === undefined ? (
          <DocumentSkeleton />
        ) : (
          <>
            <Commands document={document} isTextShown={isTextShown} />
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

/** Commands for the document, which are loaded once its text is shown. */
function Commands({ document, isTextShown }: { document: Document; isTextShown: boolean }) {
  const place = useCommandsPlace();
  return (
    <Later isShown={isTextShown}>
      <DocumentCommands document={document} place={place} />
    </Later>
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

/** Name of the list of the user's personal drafts. */
const drafts = 'drafts';

/**
 * Returns the list that is shown beside a text: the id of its project, {@link drafts} for a nested
 * personal draft of the user, or null for none.
 */
function shelfOf({ projectId, role, parentId, childCount }: Document): string | null {
  if (projectId !== null) return projectId;
  return role === 'owner' && (parentId !== null || childCount > 0) ? drafts : null;
}

type DeskProps = {
  /** See {@link shelfOf}; undefined while unknown. */
  shelf: string | null | undefined;
  documentId: string;
  isTextShown: boolean;
  children: (project: Project | null) => ReactNode;
};

/** The text, with the list of its project's documents unless that is collapsed. */
function Desk({ shelf, documentId, isTextShown, children }: DeskProps) {
  const areDrafts = shelf === drafts;
  const { data, error } = useProject(areDrafts ? null : (shelf ?? null));
  const project = (!areDrafts && shelf !== null && data) || null;
  const isDocked = useWide(threeWidth);
  const { isCollapsed, setCollapsed } = useCollapsed();
  const [isSheetOpen, setSheetOpen] = useState(false);
  // Its space is reserved until the list is known to be absent, so that the text does not move.
  const hasList = shelf !== null && error === null;
  const isOpen = isDocked ? !isCollapsed : isSheetOpen;
  return (
    <div
      className={classes['desk']}
      data-project={hasList || undefined}
      data-list={(hasList && isDocked && !isCollapsed) || undefined}
    >
      {(project !== null || areDrafts) && (
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
