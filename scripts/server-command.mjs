import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './steps/install.mjs';
import { become, command, root } from './steps/programs.mjs';

// node scripts/server-command.mjs [--paths] FILE ARGUMENTS…: runs a command of the server with the
// settings of npm start. The product may be running or not. `--paths`: also passes the folder to
// which paths in the arguments are relative.
await command(async () => {
  const node = await ensureInstalled({ dev: false });
  const settings = join(root, '.env');
  const flags = existsSync(settings) ? [`--env-file=${settings}`] : [];
  const given = process.argv.slice(2);
  const hasPaths = given[0] === '--paths';
  const [file, ...args] = hasPaths ? given.slice(1) : given;
  const folder = process.env.INIT_CWD ?? process.cwd();
  const paths = hasPaths ? ['--working-folder', folder] : [];
  return become(node, [...flags, join(root, file), ...args, ...paths]);
});
