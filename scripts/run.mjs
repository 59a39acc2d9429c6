import { resolve } from 'node:path';
import { ensureInstalled } from './steps/install.mjs';
import { ensurePages } from './steps/pages.mjs';
import { become, command, root, Trouble } from './steps/programs.mjs';

// node scripts/run.mjs FILE ARGUMENTS…: runs a TypeScript file on the right Node, after installing and building what is missing.
await command(async () => {
  const [file, ...args] = process.argv.slice(2);
  if (file === undefined) throw new Trouble('Say which file to run: node scripts/run.mjs FILE ARGUMENTS…');
  const node = await ensureInstalled();
  await ensurePages(node);
  const inOwnFolder = { cwd: process.env.INIT_CWD ?? process.cwd() };
  return become(node, [resolve(root, file), ...args], inOwnFolder);
});
