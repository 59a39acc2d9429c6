import { IconHistory } from '@tabler/icons-react';
import type { Version } from '@longhand/contract';
import { useState, type ReactNode } from 'react';
import { onDemand } from '../../ui/on-demand.tsx';
import type { EditorContext, SidebarTab } from '../../editor/editor-context.ts';
import { HistorySide } from './history-side.tsx';

const VersionView = onDemand(() => import('./version-view.tsx'));

/** History of an open text: its side panel, and the version shown in place of the text. */
export function useHistory(open: EditorContext): { side: SidebarTab; instead: ReactNode } {
  const [shown, show] = useState<{ version: Version; all: readonly Version[] } | null>(null);
  const { document, right } = open;
  const side: SidebarTab = {
    id: 'history',
    name: 'History',
    icon: IconHistory,
    content: (
      <HistorySide
        documentId={document.id}
        mayKeep={right === 'write'}
        openId={shown?.version.id ?? null}
        onOpen={(version, all) => show({ version, all })}
      />
    ),
  };
  const instead =
    shown === null ? null : (
      <VersionView
        key={shown.version.id}
        open={open}
        versions={shown.all}
        version={shown.version}
        onClose={() => show(null)}
      />
    );
  return { side, instead };
}
