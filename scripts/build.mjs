import { ensureInstalled } from './steps/install.mjs';
import { ensurePages } from './steps/pages.mjs';
import { command } from './steps/programs.mjs';

// npm run build: installs missing packages and builds the pages, as npm start does, and starts
// nothing. For installations whose files the server cannot change.
await command(async () => {
  await ensurePages(await ensureInstalled({ dev: false }));
  return 0;
});
