import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './steps/install.mjs';
import { become, command, root } from './steps/programs.mjs';

// npm run administrator -- NAME: makes a user an administrator, with the settings of npm start. The
// product may be running or not.
await command(async () => {
  const node = await ensureInstalled({ dev: false });
  const settings = join(root, '.env');
  const flags = existsSync(settings) ? [`--env-file=${settings}`] : [];
  return become(node, [
    ...flags,
    join(root, 'apps/server/src/administrator.ts'),
    ...process.argv.slice(2),
  ]);
});
