import { IconChevronRight } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { useStandingError } from '../api/useStandingError.ts';
import { LiveDocument } from '../features/document/LiveDocument.tsx';
import { NoDocument } from '../features/document/NoDocument.tsx';
import { useDocument } from '../features/document/useDocument.ts';
import { DocumentCommands } from '../features/documents/DocumentCommands.tsx';
import { WatchButton } from '../features/notifications/WatchButton.tsx';
import { useProject } from '../features/projects/useProjects.ts';
import { AskForAccess } from '../features/requests/AskForAccess.tsx';
import { ShareButton } from '../features/sharing/ShareButton.tsx';
import { BesideText } from './BesideText.tsx';
import { useUser } from '../session/RequireUser.tsx';
import { DocumentShape } from '../ui/DocumentShape.tsx';

/** One document, live. */
export default function DocumentPage() {
  const { documentId = '' } = useParams();
  const user = useUser();
  const query = useDocument(documentId);
  const { data: document, refetch } = query;
  const error = useStandingError(documentId, query);
  if (document) {
    return (
      <>
        <DocumentCommands document={document} />
        <LiveDocument
          key={document.id}
          document={document}
          user={user}
          place={<Place projectId={document.projectId} />}
          share={
            <>
              <WatchButton of={{ kind: 'document', id: document.id }} />
              <ShareButton document={document} user={user} />
            </>
          }
          beside={BesideText}
        />
      </>
    );
  }
  if (error) {
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
  return <DocumentShape />;
}

/** The way up from a document: to its project, or to the dashboard. */
function Place({ projectId }: { projectId: string | null }) {
  return (
    <>
      <Link to="/dashboard">Dashboard</Link>
      {projectId !== null && <ProjectPlace id={projectId} />}
    </>
  );
}

function ProjectPlace({ id }: { id: string }) {
  const { data: project } = useProject(id);
  if (!project) return null;
  return (
    <>
      <IconChevronRight size={14} stroke={1.6} aria-hidden="true" />
      <Link to={`/projects/${id}`}>{project.name}</Link>
    </>
  );
}
