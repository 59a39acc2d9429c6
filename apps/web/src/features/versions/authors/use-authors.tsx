import { t } from '@lingui/core/macro';
import { IconUsers } from '@tabler/icons-react';
import { avatarColorIn } from '@longhand/contract';
import { useEffect, useMemo, useState } from 'react';
import { onDemand } from '../../../ui/on-demand.tsx';
import type { EditorContext, SidePanelTab } from '../../../editor/editor-context.ts';
import { RowSkeletons } from '../../../ui/skeletons.tsx';
import { authorLayer } from './author-layer.ts';
import { useWriters } from './use-writers.ts';
import { colorsFor } from './writers.ts';

const AuthorsTab = onDemand(() => import('./authors-tab.tsx'), <RowSkeletons count={3} />);

const id = 'authors';

/**
 * Authorship of an open text: its tab of the side panel, and the colours in the text while they are
 * enabled.
 */
export function useAuthors({
  document,
  editor,
  openTabId,
  onOpenTab,
}: EditorContext): SidePanelTab {
  const [isColored, setColored] = useState(false);
  const isOpen = openTabId === id;
  const { passages, shares, isKnown, error } = useWriters(editor, document.id, isOpen || isColored);
  const colors = useMemo(
    () => colorsFor(shares.flatMap(({ person }) => (person === null ? [] : [person]))),
    [shares],
  );
  useEffect(() => (isColored ? authorLayer.add(editor) : undefined), [editor, isColored]);
  useEffect(() => {
    if (!isColored || editor.isDestroyed) return;
    const hasColors = passages.length > 0 || authorLayer.stateIn(editor).passages.length > 0;
    if (hasColors) authorLayer.change(editor, { passages });
  }, [editor, isColored, passages]);
  useColorRules(colors, isColored);
  const content = isOpen && (
    <AuthorsTab
      editor={editor}
      passages={passages}
      shares={shares}
      colors={colors}
      isKnown={isKnown}
      error={error}
      isColored={isColored}
      onColored={setColored}
      onClose={() => onOpenTab(null)}
    />
  );
  return { id, name: t`Authors`, icon: IconUsers, content };
}

/** One stylesheet for all colours, so that they cost nothing while typing. */
function useColorRules(colors: ReadonlyMap<string, string>, isOn: boolean): void {
  const rules = [...colors]
    .filter(([userId]) => /^[\w-]+$/.test(userId))
    .map(
      ([userId, own]) =>
        `.documentText [data-writer="${userId}"] { --person-light: ${avatarColorIn('light', own)}; --person-dark: ${avatarColorIn('dark', own)}; }`,
    )
    .join('\n');
  useEffect(() => {
    if (!isOn) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    window.document.adoptedStyleSheets = [...window.document.adoptedStyleSheets, sheet];
    return () => {
      window.document.adoptedStyleSheets = window.document.adoptedStyleSheets.filter(
        (each) => each !== sheet,
      );
    };
  }, [rules, isOn]);
}
