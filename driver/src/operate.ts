import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const command = join(import.meta.dirname, '../../apps/server/src/backup/command.ts');
const compiled = join(import.meta.dirname, '../../node_modules/.cache/compiled');

/**
 * Runs a backup command as an operator does, and returns its output.
 *
 * @param args the command and its arguments, such as `backup FILE`
 * @param env settings of the product, beside its path
 * @param program the program of the commands; default: that of the repository
 * @throws the error of `execFile`, with `stdout` and `stderr`, if the command fails
 */
export async function operate(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  program = command,
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compiled, ...env },
  });
  return stdout;
}
