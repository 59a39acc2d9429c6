import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root, run } from './programs.mjs';

const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

/** The files of `scripts/` behind the commands of `package.json`, each once. */
const programs = [...new Set(Object.values(scripts).flatMap((line) => /^node (scripts\/\S+)/.exec(line)?.[1] ?? []))];

/** Copies the programs to a folder without `node_modules`, with an `npm` that installs nothing and fails. */
async function freshClone() {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-clone-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin/npm'), '#!/bin/sh\necho "this npm installs nothing: $*"\nexit 1\n');
  await chmod(join(folder, 'bin/npm'), 0o755);
  return folder;
}

test('the commands of package.json are found', () => {
  expect(programs).toContain('scripts/start.mjs');
  expect(programs).toContain('scripts/test.mjs');
});

test.each(programs)('%s of a fresh clone installs before it imports a package', async (program) => {
  const folder = await freshClone();
  const path = [join(folder, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  const { code, output } = await run(process.execPath, [join(folder, program), 'a-file.ts'], {
    cwd: folder,
    env: { PATH: path },
  });
  expect(output).toContain('this npm installs nothing: ci');
  expect(code).toBe(1);
});
