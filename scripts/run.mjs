import { resolve } from 'node:path';
import { ensureBrowser } from './steps/browser.mjs';
import { ensureInstalled } from './steps/install.mjs';
import { ensurePages } from './steps/pages.mjs';
import { become, command, root, Trouble } from './steps/programs.mjs';

// node scripts/run.mjs [--browser] FILE ARGUMENTS…: runs a TypeScript file on the right Node.
// Installs and builds what is missing first; `--browser` also ensures Chromium.
await command(async () => {
  const given = process.argv.slice(2);
  const needsBrowser = given[0] === '--browser';
  const [file, ...args] = needsBrowser ? given.slice(1) : given;
  if (file === undefined)
    throw new Trouble('Say which file to run: node scripts/run.mjs FILE ARGUMENTS…');
  const node = await ensureInstalled();
  await ensurePages(node);
  const env = needsBrowser ? { BROWSER_PATH: await ensureBrowser(node) } : {};
  return become(node, [resolve(root, file), ...args], {
    cwd: process.env.INIT_CWD ?? process.cwd(),
    env,
  });
});
