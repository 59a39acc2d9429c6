import type { Document } from '@longhand/contract';
import { titleOf } from '../../ui/titleOf.ts';
import type { Selection } from './useSelection.ts';
import classes from './DocumentList.module.css';

/** The checkbox that selects a document; with Shift, all up to the one toggled before. */
export function Choose({ document, selection }: { document: Document; selection: Selection }) {
  return (
    <label className={classes['choose']}>
      <input
        type="checkbox"
        aria-label={`Select ${titleOf(document.title)}`}
        checked={selection.has(document.id)}
        // A click tells of Shift, also the one that the space bar makes.
        onClick={({ shiftKey }) => selection.toggle(document.id, shiftKey)}
        onChange={() => {}}
      />
    </label>
  );
}
