/** Keys for whole blocks and tables, for the sheet of all keys. They are bound in `moving/keys.ts`, `table.ts` and `TableBar.tsx`. */
export const blockKeys = [
  { name: 'Insert something', keys: '/' },
  { name: 'Name a person or document', keys: '@' },
  { name: 'Menu of the block', keys: 'Alt-Enter' },
  { name: 'Move the block up', keys: 'Alt-Shift-ArrowUp' },
  { name: 'Move the block down', keys: 'Alt-Shift-ArrowDown' },
  { name: 'Double the block', keys: 'Mod-D' },
  { name: 'Field of what is selected', keys: 'Enter' },
  { name: 'Add a row to the table', keys: 'Mod-Enter' },
  { name: 'To the bar of the table', keys: 'Alt-F10' },
].map((each) => ({ group: 'Blocks', ...each }));
