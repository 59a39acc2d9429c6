import { t } from '@lingui/core/macro';
import type { Editor } from '@tiptap/core';
import { InsertMenu, type Choice } from './insert-menu.tsx';
import { insertionsLike, type Insertion } from './insertions.ts';
import type { TriggerQuery } from './trigger-menu.ts';

/** Menu of insertions at the caret after a slash. */
export function SlashMenu({
  editor,
  insertions,
}: {
  editor: Editor;
  insertions: readonly Insertion[];
}) {
  const choicesFor = (query: string): readonly Choice[] =>
    insertionsLike(insertions, query).map(({ id, group, name, icon: Icon, hint, put, after }) => ({
      id,
      group,
      name,
      icon: <Icon size={18} stroke={1.6} />,
      hint,
      take: ({ from, to }: TriggerQuery) => {
        put(editor.chain().focus().deleteRange({ from, to }), editor).run();
        after?.(editor);
      },
    }));
  return <InsertMenu editor={editor} trigger="/" label={t`Insert`} choicesFor={choicesFor} />;
}
