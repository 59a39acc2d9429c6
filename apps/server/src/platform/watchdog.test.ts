import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const watchdog = JSON.stringify(new URL('./watchdog.ts', import.meta.url).href);

/** Runs a program with a watchdog and returns how it ended. */
async function run(
  program: string,
): Promise<{ code: number | null; signal: string | null; said: string }> {
  const source = `import { startWatchdog } from ${watchdog}; ${program}`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', source], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, said };
}

test('ends a process whose event loop is blocked, with a message', async () => {
  const ended = await run('startWatchdog(1000); setTimeout(() => { for (;;); }, 300);');
  expect(ended).toMatchObject({
    signal: 'SIGABRT',
    said: expect.stringContaining('did not respond for 1 seconds'),
  });
}, 60_000);

test('ends a blocked process after the shutdown time limit, also when it may block without limit', async () => {
  const ended = await run(
    'const dog = startWatchdog(0); setTimeout(() => { dog.endWithin(500); for (;;); }, 300);',
  );
  expect(ended).toMatchObject({
    signal: 'SIGABRT',
    said: expect.stringContaining('did not shut down in time'),
  });
}, 60_000);

test('lets a responsive process exit normally', async () => {
  expect(await run('startWatchdog(60_000); setTimeout(() => undefined, 1500);')).toEqual({
    code: 0,
    signal: null,
    said: '',
  });
}, 60_000);
