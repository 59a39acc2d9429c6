import type { Document } from '@longhand/contract';
import { titleOf } from '../../ui/titleOf.ts';
import type { Selection } from './useSelection.ts';
import classes from './DocumentList.module.css';

/** The box by which a document is chosen. */
export function Choose({ document, selection }: { document: Document; selection: Selection }) {
  return (
    <label className={classes['choose']}>
      <input
        type="checkbox"
        aria-label={`Choose ${titleOf(document.title)}`}
        checked={selection.has(document.id)}
        onChange={() => selection.toggle(document.id)}
      />
    </label>
  );
}
