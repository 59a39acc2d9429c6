import { join } from 'node:path';
import { ensureInstalled } from './steps/install.mjs';
import { ensurePages } from './steps/pages.mjs';
import { become, command, root } from './steps/programs.mjs';

// npm start: installs what is missing, builds the pages if they are older than their source, runs the product.
await command(async () => {
  const node = await ensureInstalled();
  await ensurePages(node);
  return become(node, ['--env-file-if-exists=.env', join(root, 'apps/server/src/main.ts')]);
});
