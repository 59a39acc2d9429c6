import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './steps/install.mjs';
import { ensurePages } from './steps/pages.mjs';
import { becomeAgain, command, root } from './steps/programs.mjs';

// npm start: installs missing packages, builds the pages if they are older than their source, and
// runs the product.
await command(async () => {
  const node = await ensureInstalled({ dev: false });
  await ensurePages(node);
  const settings = join(root, '.env');
  const flags = existsSync(settings) ? [`--env-file=${settings}`] : [];
  return becomeAgain(node, [...flags, join(root, 'apps/server/src/main.ts')]);
});
