import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ensureInstalled, scriptOf } from './steps/install.mjs';
import { command, root, say, serverArguments } from './steps/programs.mjs';

function freePort() {
  return new Promise((done, failed) => {
    const probe = createServer().on('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

/** Forwards lines to `target`, except those that `drop` matches; calls `seen` for each line. */
function lines(stream, target, drop, seen) {
  let rest = '';
  stream.setEncoding('utf8').on('data', (text) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop();
    for (const line of parts) {
      seen(line);
      if (!drop.test(line)) target.write(`${line}\n`);
    }
  });
}

/**
 * Runs the server and the pages until one of them ends or a signal arrives. The server restarts
 * when one of its files is saved; the pages reload in place. Vite serves the pages and proxies all
 * other requests to the server, so that there is one address and one origin.
 */
function develop(node, port, serverPort) {
  const common = { stdio: ['ignore', 'pipe', 'pipe'], detached: true };
  const server = spawn(node, ['--watch', '--watch-preserve-output', ...serverArguments()], {
    ...common,
    cwd: root,
    env: { ...process.env, PORT: String(serverPort), HOST: '127.0.0.1' },
  });
  const vite = ['--host', '127.0.0.1', '--port', String(port), '--strictPort'];
  const pages = spawn(node, [scriptOf('vite'), ...vite], {
    ...common,
    cwd: join(root, 'apps/web'),
    env: { ...process.env, LONGHAND_SERVER: `http://127.0.0.1:${serverPort}` },
  });

  const ready = new Set();
  const is = (part) => {
    if (ready.has(part)) return;
    ready.add(part);
    if (ready.size === 2)
      process.stdout.write(
        `Longhand is ready at http://127.0.0.1:${port} and reloads what is saved\n`,
      );
  };
  lines(
    server.stdout,
    process.stdout,
    /^Longhand is ready at/,
    (line) => line.startsWith('Longhand is ready') && is('server'),
  );
  lines(server.stderr, process.stderr, /^$/, () => undefined);
  lines(
    pages.stdout,
    process.stdout,
    /Relaunching|Local:|Network:|press h|^\s*$/,
    (line) => line.includes('Local:') && is('pages'),
  );
  lines(pages.stderr, process.stderr, /^$/, () => undefined);
  return [server, pages];
}

// npm run dev: runs the product like npm start, with reload on save.
await command(async () => {
  const node = await ensureInstalled();
  const port = process.env.PORT || '3000';
  const children = develop(node, port, await freePort());
  // Each child has its own process group: the tools start children of their own, which a signal to
  // a single process would leave running.
  const end = () =>
    children.forEach(
      ({ pid, exitCode, signalCode }) => exitCode ?? signalCode ?? process.kill(-pid, 'SIGTERM'),
    );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  const codes = children.map(
    (child) => new Promise((done) => child.on('close', (code) => done(code ?? 0))),
  );
  await Promise.race(codes);
  end();
  const failed = (await Promise.all(codes)).some((code) => code !== 0 && code !== 143);
  if (failed) say('It ended with an error.');
  return failed ? 1 : 0;
});
