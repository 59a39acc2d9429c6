import { t } from '@lingui/core/macro';
import type { Template } from '@longhand/contract';
import { useState } from 'react';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useList } from '../../api/use-list.ts';
import { displayTitle } from '../../language/display-title.ts';
import { Unreadable } from '../../ui/empty-state.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import classes from './templates.module.css';

const TemplateDialog = onDemand(() => import('./template-dialog.tsx'));

/** Templates for new documents: built in, and documents marked as templates. */
export function Templates() {
  const list = useList(keys.templates, (call, cursor, signal) =>
    call('listTemplates', { query: cursor }, signal),
  );
  const [chosen, setChosen] = useState<Template | null>(null);
  if (list.isPending) return <RowSkeletons />;
  if (list.error !== null && list.items.length === 0)
    return <Unreadable what={t`The templates`} sentence={sentenceOf(list.error)} />;
  return (
    <>
      <ul className={`cards ${classes['templates']}`}>
        {list.items.map((template) => (
          <li key={template.id}>
            <button
              type="button"
              className="card stack wide"
              onClick={() => setChosen(template)}
              aria-haspopup="dialog"
            >
              <strong className="serif medium">{displayTitle(template.name)}</strong>
              <span className="clamp remark" dir="auto">
                {template.description || template.excerpt}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {chosen !== null && <TemplateDialog template={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}
