import { t } from '@lingui/core/macro';
import type { Document } from '@longhand/contract';
import { displayTitle } from '../../language/display-title.ts';
import type { Selection } from './use-selection.ts';

/** Checkbox that selects a document; with Shift, also all up to the one toggled before. */
export function Choose({ document, selection }: { document: Document; selection: Selection }) {
  return (
    <label className="iconButton">
      <input
        type="checkbox"
        aria-label={t`Select ${{ title: displayTitle(document.title) }}`}
        checked={selection.has(document.id)}
        // A click event reports Shift, also if the space bar caused it.
        onClick={({ shiftKey }) => selection.toggle(document.id, shiftKey)}
        onChange={() => {}}
      />
    </label>
  );
}
