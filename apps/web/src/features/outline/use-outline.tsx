import { t } from '@lingui/core/macro';
import { IconListTree } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import { showPassage } from '../../editor/text/show-passage.ts';
import type { EditorContext, SidePanelTab } from '../../editor/editor-context.ts';
import { headingAt, headingsOf, type Heading } from './headings.ts';
import classes from './outline.module.css';

/** Debounce of collecting the headings (ms): the outline is not read while typing. */
const quiet = 250;

/** Outline of an open text, as a tab of the side panel. */
export function useOutline({ editor, openTabId }: EditorContext): SidePanelTab {
  return {
    id: 'outline',
    name: t`Outline`,
    icon: IconListTree,
    content: openTabId === 'outline' && <Outline editor={editor} />,
  };
}

/** The headings as a list of links. Marks the heading of the section that contains the caret. */
function Outline({ editor }: { editor: Editor }) {
  const { headings, here } = useHeadings(editor);
  if (headings.length === 0) {
    return (
      <p className="remark">{t`No headings yet. Type “## ” at the beginning of a line to add one.`}</p>
    );
  }
  const least = Math.min(...headings.map(({ level }) => level));
  return (
    <nav aria-label={t`Outline`}>
      <ol className={`stack ${classes['list']}`}>
        {headings.map((heading, i) => (
          <li key={i} style={{ paddingInlineStart: `${(heading.level - least) * 0.9}rem` }}>
            <button
              type="button"
              className="choice wide wraps"
              aria-current={i === here ? 'location' : undefined}
              onClick={() => showPassage(editor, { from: heading.pos + 1 })}
            >
              {heading.text.trim() || t`Empty heading`}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function useHeadings(editor: Editor): { headings: readonly Heading[]; here: number } {
  const [found, setFound] = useState<{ headings: readonly Heading[]; here: number }>({
    headings: [],
    here: -1,
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      if (editor.isDestroyed) return;
      const headings = headingsOf(editor.state.doc);
      setFound({ headings, here: headingAt(headings, editor.state.selection.head) });
    };
    const changed = ({
      transaction: { docChanged, selectionSet },
    }: {
      transaction: { docChanged: boolean; selectionSet: boolean };
    }): void => {
      if (!docChanged && !selectionSet) return;
      clearTimeout(timer);
      timer = setTimeout(look, quiet);
    };
    look();
    editor.on('transaction', changed);
    return () => {
      clearTimeout(timer);
      editor.off('transaction', changed);
    };
  }, [editor]);
  return found;
}
