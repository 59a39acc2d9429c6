import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './steps/install.mjs';
import { become, command, root } from './steps/programs.mjs';

// npm run administrator -- NAME: makes an administrator of somebody, whether the product runs or not, with the settings of npm start.
await command(async () => {
  const node = await ensureInstalled({ dev: false });
  const settings = join(root, '.env');
  const flags = existsSync(settings) ? [`--env-file=${settings}`] : [];
  return become(node, [...flags, join(root, 'apps/server/src/administrator.ts'), ...process.argv.slice(2)]);
});
