import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Compile cache of Node for source files, TypeScript included. It halves the start time. Node
 * ignores the folder if it cannot write there.
 */
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') };

/**
 * Prints progress to standard error, so that it does not mix with the product's standard output.
 */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Signal with which the product ends itself when it no longer responds, and its exit code in a
 * shell.
 */
const stalledSignal = 'SIGABRT';
const stalled = 134;

/** An error that the user of the command can fix; printed without a stack. */
export class Trouble extends Error {}

/** Runs the body of a command. Prints the error and sets exit code 1 if it throws. */
export async function command(body) {
  try {
    process.exitCode = await body();
  } catch (error) {
    say(error instanceof Trouble ? error.message : (error.stack ?? String(error)));
    process.exitCode = 1;
  }
}

const asked = { SIGINT: 'SIGINT', SIGTERM: 'SIGTERM', SIGHUP: 'SIGTERM' };

const parentCheckMs = 250;

/**
 * Calls back when npm, which started this process, has ended. A SIGTERM to npm ends npm and the
 * shell in between, and never reaches this process. A process started by hand may outlive its
 * shell, as with nohup.
 */
function whenNpmIsGone(call) {
  if (process.env.npm_lifecycle_event === undefined) return () => undefined;
  const parent = process.ppid;
  const timer = setInterval(() => process.ppid !== parent && call(), parentCheckMs);
  return () => clearInterval(timer);
}

/**
 * Forwards the first termination signal to a child, once. Returns a function that stops listening
 * and returns true if a signal was forwarded.
 */
function passOn(child) {
  let passed = false;
  const pass = (signal) => {
    if (!passed) child.kill(signal);
    passed = true;
  };
  const listeners = Object.entries(asked).map(([signal, as]) => [signal, () => pass(as)]);
  for (const [signal, listener] of listeners) process.on(signal, listener);
  const stopWatching = whenNpmIsGone(() => pass('SIGTERM'));
  return () => {
    stopWatching();
    for (const [signal, listener] of listeners) process.off(signal, listener);
    return passed;
  };
}

/**
 * Runs a program to its end. A termination signal to this process is forwarded, and the promise
 * rejects after the child has ended. An installation left running would collide with the next one
 * in the same folder.
 *
 * @param options `env` is added to the environment; `show` also prints the output while it runs.
 *   `minutes` is the time limit, after which the program is ended and has failed.
 * @returns the exit code and all output
 * @throws {Trouble} if this process was asked to end
 */
export function run(program, args, { cwd = root, env = {}, show = false, minutes = null } = {}) {
  return new Promise((done, failed) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...compiled, ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const take = (target) => (chunk) => {
      output += chunk;
      if (show) target.write(chunk);
    };
    child.stdout.setEncoding('utf8').on('data', take(process.stdout));
    child.stderr.setEncoding('utf8').on('data', take(process.stderr));
    const stopListening = passOn(child);
    const timer =
      minutes === null
        ? null
        : setTimeout(() => endLate(child, program, minutes), minutes * 60_000);
    child.on('error', failed);
    child.on('close', (code) => {
      if (timer !== null) clearTimeout(timer);
      if (stopListening()) failed(new Trouble('Stopped.'));
      else done({ code: code ?? 1, output });
    });
  });
}

/** Time between SIGTERM and SIGKILL (ms). */
const patienceMs = 10_000;

function endLate(child, program, minutes) {
  say(`${program} did not end within ${minutes} minutes, and is ended.`);
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), patienceMs).unref();
}

/**
 * Runs a program in place of this one: same terminal, same exit code. Only the first termination
 * signal is forwarded, once. The terminal signals the whole foreground group and npm repeats the
 * signal, so the program gets its own process group. If this process is killed, the IPC channel
 * closes and the program ends by itself. Returns {@link stalled} if the product ended itself
 * because it no longer responded.
 */
export function become(program, args, { cwd = root, env = {} } = {}) {
  return new Promise((done, failed) => {
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc'];
    const child = spawn(program, args, {
      cwd,
      env: { ...compiled, ...process.env, ...env },
      stdio,
      detached: process.platform !== 'win32',
    });
    const stopListening = passOn(child);
    child.on('error', failed);
    child.on('exit', (code, signal) => {
      const asked = stopListening();
      // An open channel would keep this process alive.
      if (child.connected) child.disconnect();
      done(signal === stalledSignal && !asked ? stalled : (code ?? 1));
    });
  });
}

/**
 * Like {@link become}, but restarts the program whenever it ended itself because it no longer
 * responded.
 */
export async function becomeAgain(program, args) {
  for (;;) {
    const code = await become(program, args);
    if (code !== stalled) return code;
    say('It is started anew.');
  }
}

/**
 * Returns the arguments of Node that start the server: its flags, the settings of the file `.env`
 * and the entry.
 */
export function serverArguments() {
  const flags = JSON.parse(readFileSync(join(root, 'apps/server/node-flags.json'), 'utf8'));
  const settings = join(root, '.env');
  return [
    ...flags,
    ...(existsSync(settings) ? [`--env-file=${settings}`] : []),
    join(root, 'apps/server/src/main.ts'),
  ];
}

/**
 * Returns the search path without the repository's own programs: `npm` must be the machine's, as
 * npm ci deletes `node_modules` while it runs.
 */
export function outsidePath() {
  const parts = (process.env.PATH ?? '').split(delimiter);
  return parts.filter((part) => !part.startsWith(join(root, 'node_modules'))).join(delimiter);
}
