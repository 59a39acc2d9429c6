import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createNamespaces } from './namespaces.ts';

const soak = join(import.meta.dirname, '../soak.ts');

/** Reason why this machine has no network namespaces; null if it has. */
const machineLacks = await createNamespaces(`lh${process.pid}t`, 1).then(
  (remove) => remove().then(() => null),
  (error: unknown) => String(error),
);
if (machineLacks !== null)
  console.warn(`NOT TRIED: cuts of networks. This machine has no namespaces: ${machineLacks}`);

test.skipIf(machineLacks !== null)(
  'cuts of networks between users, nodes and database lose no text that was typed, seen or acknowledged',
  async () => {
    const child = spawn(process.execPath, [soak, 'network', '--rounds', '10'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code, output).toBe(0);
    expect(output).toContain('nothing lost');
  },
  1_200_000,
);
