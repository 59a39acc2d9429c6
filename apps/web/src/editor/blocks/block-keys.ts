/**
 * Keys for whole blocks and tables, for the list of all keys. Bound in `moving/keys.ts`, `table.ts`
 * and `table-bar.tsx`.
 */
export const blockKeys = [
  { name: 'Insert block', keys: '/' },
  { name: 'Mention a person or document', keys: '@' },
  { name: 'Block menu', keys: 'Alt-Enter' },
  { name: 'Move the block up', keys: 'Alt-Shift-ArrowUp' },
  { name: 'Move the block down', keys: 'Alt-Shift-ArrowDown' },
  { name: 'Duplicate block', keys: 'Mod-D' },
  { name: 'Edit selected object', keys: 'Enter' },
  { name: 'Add a row to the table', keys: 'Mod-Enter' },
  { name: 'Go to table toolbar', keys: 'Alt-F10' },
].map((each) => ({ group: 'Blocks', ...each }));
