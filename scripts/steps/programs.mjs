import { spawn } from 'node:child_process';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Where Node keeps what it has made of source files, TypeScript too, from one start to the next: half of the time that a start takes. It does
 * without where it may not write.
 */
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') };

/** Says what is being done, without mixing with what the product prints to standard output. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** What the product ends itself by when it answers nobody, and the exit code that stands for it: what a shell gives for it. */
const stalledSignal = 'SIGABRT';
const stalled = 134;

/** Something that whoever called the command can do something about; printed without a stack. */
export class Trouble extends Error {}

/** Runs the body of a command; ends with 1 and a sentence where it throws. */
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
 * Calls back when npm, which started this process, is gone. A SIGTERM to npm ends npm and the shell between, and never comes here.
 * Started by hand this process may outlive its shell, as nohup means it to.
 */
function whenNpmIsGone(call) {
  if (process.env.npm_lifecycle_event === undefined) return () => undefined;
  const parent = process.ppid;
  const timer = setInterval(() => process.ppid !== parent && call(), parentCheckMs);
  return () => clearInterval(timer);
}

/** Passes on, once, what first asks this process to end. Answers a function that stops listening and says whether it was asked. */
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
 * Runs a program to its end. Answers its exit code and everything it printed; `show` prints it meanwhile as well.
 * `env` is added to the environment. With `minutes`, a program that takes longer is ended, and has failed. Where this process is asked to end, the program is, and nothing goes on before it has: an
 * installation that lives on behind our back would meet the next one in the same folder.
 */
export function run(program, args, { cwd = root, env = {}, show = false, minutes = null } = {}) {
  return new Promise((done, failed) => {
    const child = spawn(program, args, { cwd, env: { ...compiled, ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const take = (target) => (chunk) => {
      output += chunk;
      if (show) target.write(chunk);
    };
    child.stdout.setEncoding('utf8').on('data', take(process.stdout));
    child.stderr.setEncoding('utf8').on('data', take(process.stderr));
    const stopListening = passOn(child);
    const timer = minutes === null ? null : setTimeout(() => endLate(child, program, minutes), minutes * 60_000);
    child.on('error', failed);
    child.on('close', (code) => {
      if (timer !== null) clearTimeout(timer);
      if (stopListening()) failed(new Trouble('Stopped.'));
      else done({ code: code ?? 1, output });
    });
  });
}

/** Milliseconds between asking a program to end and ending it. */
const patienceMs = 10_000;

function endLate(child, program, minutes) {
  say(`${program} did not end within ${minutes} minutes, and is ended.`);
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), patienceMs).unref();
}

/**
 * Runs a program as if it were this one: same terminal, same exit code. It gets the first signal that asks this process to end, once,
 * and no other: the terminal signals everybody in the foreground, npm repeats it, and the program has a group of its own so that it hears
 * only us. If this process is killed, the channel between them closes, and the program ends by itself. Answers {@link stalled} where
 * the product found that it answers nobody, and has ended itself.
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
      // The channel would keep this process.
      if (child.connected) child.disconnect();
      done(signal === stalledSignal && !asked ? stalled : (code ?? 1));
    });
  });
}

/** As {@link become}, and starts the program anew each time that it has ended itself because it answered nobody. */
export async function becomeAgain(program, args) {
  for (;;) {
    const code = await become(program, args);
    if (code !== stalled) return code;
    say('It is started anew.');
  }
}

/** The search path without the repository's own programs, so that `npm` is the machine's and not deleted while it works. */
export function outsidePath() {
  const parts = (process.env.PATH ?? '').split(delimiter);
  return parts.filter((part) => !part.startsWith(join(root, 'node_modules'))).join(delimiter);
}
