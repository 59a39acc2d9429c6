import { t } from '@lingui/core/macro';
/**
 * Keys for whole blocks and tables, for the list of all keys. Bound in `moving/keys.ts`, `table.ts`
 * and `table-bar.tsx`.
 */
export const blockKeys = [
  { name: t`Insert block`, keys: '/' },
  { name: t`Mention a person or document`, keys: '@' },
  { name: t`Block menu`, keys: 'Alt-Enter' },
  { name: t`Move the block up`, keys: 'Alt-Shift-ArrowUp' },
  { name: t`Move the block down`, keys: 'Alt-Shift-ArrowDown' },
  { name: t`Duplicate block`, keys: 'Mod-D' },
  { name: t`Edit selected object`, keys: 'Enter' },
  { name: t`Add a row to the table`, keys: 'Mod-Enter' },
  { name: t`Go to table toolbar`, keys: 'Alt-F10' },
].map((each) => ({ group: t`Blocks`, ...each }));
