import { t } from '@lingui/core/macro';
import { IconHistory } from '@tabler/icons-react';
import type { Version } from '@longhand/contract';
import { useState, type ReactNode } from 'react';
import { onDemand } from '../../ui/on-demand.tsx';
import type { EditorContext, SidePanelTab } from '../../editor/editor-context.ts';
import { HistoryTab } from './history-tab.tsx';

const VersionView = onDemand(() => import('./version-view.tsx'));

/**
 * History of an open text: its tab of the side panel, and the version shown in place of the text.
 */
export function useHistory(open: EditorContext): { tab: SidePanelTab; replacement: ReactNode } {
  const [shown, show] = useState<{ version: Version; all: readonly Version[] } | null>(null);
  const { document, right } = open;
  const tab: SidePanelTab = {
    id: 'history',
    name: t`History`,
    icon: IconHistory,
    content: (
      <HistoryTab
        documentId={document.id}
        mayKeep={right === 'write'}
        openId={shown?.version.id ?? null}
        onOpen={(version, all) => show({ version, all })}
      />
    ),
  };
  const replacement =
    shown === null ? null : (
      <VersionView
        key={shown.version.id}
        open={open}
        versions={shown.all}
        version={shown.version}
        onClose={() => show(null)}
      />
    );
  return { tab, replacement };
}
