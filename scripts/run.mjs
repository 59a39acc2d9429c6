import { resolve } from 'node:path';
import { ensureBrowser } from './steps/browser.mjs';
import { ensureInstalled } from './steps/install.mjs';
import { ensurePages } from './steps/pages.mjs';
import { become, command, root, Trouble } from './steps/programs.mjs';
import { ensureRedis } from './steps/redis.mjs';

// node scripts/run.mjs [--browser|--redis] FILE ARGUMENTS…: runs a TypeScript file on the right
// Node. Installs and builds what is missing first; `--browser` also ensures Chromium, `--redis` a
// Redis.
await command(async () => {
  const given = process.argv.slice(2);
  const [needsBrowser, needsRedis] = [given[0] === '--browser', given[0] === '--redis'];
  const [file, ...args] = needsBrowser || needsRedis ? given.slice(1) : given;
  if (file === undefined)
    throw new Trouble('Say which file to run: node scripts/run.mjs FILE ARGUMENTS…');
  const node = await ensureInstalled();
  await ensurePages(node);
  if (needsRedis)
    await ensureRedis('Redis is not installed, and cannot be installed here: it is not used.');
  const env = needsBrowser ? { BROWSER_PATH: await ensureBrowser(node) } : {};
  return become(node, [resolve(root, file), ...args], {
    cwd: process.env.INIT_CWD ?? process.cwd(),
    env,
  });
});
