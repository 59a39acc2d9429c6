import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { IconFilePencil, IconGitMerge } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useCommands } from '../../ui/commands/commands-provider.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import type { EditorContext, SidePanelTab } from '../../editor/editor-context.ts';
import { useToast } from '../../ui/toast-provider.tsx';
import classes from './working-copies.module.css';

const WorkingCopyTab = onDemand(() => import('./working-copy-tab.tsx'));

/** Id of this tab. */
const tabId = 'working-copy';

/**
 * For a working copy: a tab with its differences and the merge form. For a published document:
 * the command that creates one.
 */
export function useWorkingCopy({ document, right, openTabId, onOpenTab }: EditorContext): {
  tabs: readonly SidePanelTab[];
  above: ReactNode;
} {
  const isPublished =
    document.status === 'published' && document.workingCopyOf === null && right === 'write';
  const copy = useMakeCopy(document.id);
  const make = (): void => copy.mutate();
  useCommands(
    isPublished
      ? [
          {
            id: 'make-copy',
            group: t`This document`,
            name: t`Create working copy`,
            words: t`working copy draft`,
            icon: IconFilePencil,
            run: make,
          },
        ]
      : [],
  );
  const isActive = document.archivedAt === null && document.deletedAt === null;
  if (!isActive) return { tabs: [], above: null };
  if (document.workingCopyOf !== null) {
    const content = openTabId === tabId && (
      <WorkingCopyTab
        document={document}
        mayMerge={right === 'write'}
        onClose={() => onOpenTab(null)}
      />
    );
    return {
      tabs: [{ id: tabId, name: t`Working copy`, icon: IconGitMerge, content }],
      above: <CopyBanner originalId={document.workingCopyOf} onCompare={() => onOpenTab(tabId)} />,
    };
  }
  return {
    tabs: [],
    above: isPublished ? (
      <p className={`spread soft small ${classes['bar']}`} data-banner>
        <span>{t`This document is published. Your edits are visible to readers immediately.`}</span>
        <Button variant="default" size="xs" aria-disabled={copy.isPending} onClick={make}>
          {copy.isPending ? t`Creating…` : t`Create working copy`}
        </Button>
      </p>
    ) : null,
  };
}

/** Banner of a working copy. */
function CopyBanner({ originalId, onCompare }: { originalId: string; onCompare: () => void }) {
  return (
    <p className={`spread soft small ${classes['bar']}`} data-banner>
      <span>
        <Trans>
          This is a working copy of{' '}
          <Link to={`/documents/${originalId}`}>a published document</Link>.
        </Trans>
      </span>
      <Button variant="default" size="xs" onClick={onCompare}>
        {t`Compare and merge`}
      </Button>
    </p>
  );
}

/** Creates a working copy of a published document and navigates to it. */
function useMakeCopy(documentId: string) {
  const call = useCall();
  const store = useQueryClient();
  const navigate = useNavigate();
  const show = useToast();
  return useMutation({
    mutationFn: () => call('createWorkingCopy', { params: { id: documentId } }),
    onSuccess({ id }) {
      void store.invalidateQueries({ queryKey: keys.documents });
      void navigate(`/documents/${id}`);
    },
    onError: (error) =>
      show({
        title: t`The working copy could not be created`,
        text: sentenceOf(error),
        isDestructive: true,
      }),
  });
}
