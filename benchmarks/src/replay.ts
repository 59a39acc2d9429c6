import { parseArgs } from 'node:util';
import { startProduct } from '@longhand/driver';
import { Interrupted, unlessInterrupted } from './interruption.ts';
import { readHistory, UnreadableHistory } from './replay/history.ts';
import { replayHistory, type Outcome } from './replay/replay-history.ts';

/**
 * `npm run replay -- FILE`: types a recorded writing history through the whole product as two
 * users. Kills the product twice on the way, and compares every user's text at the end with the
 * file. Returns exit code 1 if any text differs, 2 if the file cannot be used.
 */
async function main(): Promise<number> {
  const [file] = parseArgs({ allowPositionals: true }).positionals;
  if (file === undefined) {
    process.stderr.write('Say which recorded history to type: npm run replay -- FILE\n');
    return 2;
  }
  try {
    const history = await readHistory(file);
    process.stdout.write(
      `${count(history.edits.length)} edits, ${count([...history.endContent].length)} characters at the end\n`,
    );
    const product = await startProduct();
    try {
      return tell(
        await unlessInterrupted(replayHistory(product, history, progress(history.edits.length))),
      );
    } finally {
      await product.close();
    }
  } catch (error) {
    if (!(error instanceof UnreadableHistory || error instanceof Interrupted)) throw error;
    process.stderr.write(`${error.message}\n`);
    return error instanceof Interrupted ? 130 : 2;
  }
}

/** Returns a callback that prints a line after each tenth of the edits. */
function progress(all: number): (edits: number, milliseconds: number) => void {
  let told = 0;
  return (edits, milliseconds) => {
    if (edits < told + all / 10) return;
    told = edits;
    process.stdout.write(
      `${count(edits)} typed, ${count(perSecond(edits, milliseconds))} a second\n`,
    );
  };
}

function tell({ edits, turns, restarts, milliseconds, stored, differences }: Outcome): number {
  process.stdout.write(
    [
      `${count(edits)} edits in ${(milliseconds / 1000).toFixed(1)} s: ${count(perSecond(edits, milliseconds))} a second, ` +
        `${count(turns)} turns of two people, killed and started again ${restarts} times`,
      `in the database: snapshot ${count(stored.snapshot)} bytes, log ${count(stored.log)} bytes in ${count(stored.logRows)} rows, ` +
        `client ids ${count(stored.clients)} bytes`,
      ...differences,
      differences.length === 0
        ? 'the text is what the file says, for everybody'
        : `${differences.length} DIFFER`,
      '',
    ].join('\n'),
  );
  return differences.length === 0 ? 0 : 1;
}

function perSecond(edits: number, milliseconds: number): number {
  return milliseconds === 0 ? 0 : Math.round((edits / milliseconds) * 1000);
}

function count(value: number): string {
  return value.toLocaleString('en');
}

// An interrupted replay leaves timers and connections open.
process.exit(await main());
