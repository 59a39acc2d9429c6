import { databasePid, signalDatabase, startProduct, until } from '@longhand/driver';
import { readContents, type Contents } from './contents.ts';
import { fillInstallation, openLastText, writeLastWords } from './installation.ts';

/**
 * Fills a data folder by a product that is then killed, while its journal has text that its
 * database lacks. The database runs on.
 *
 * @param main program of another version of the product
 * @returns the contents without that text
 */
export async function fillInterrupted(options: {
  dataDir: string;
  main?: string;
}): Promise<Contents> {
  const product = await startProduct(options);
  try {
    await fillInstallation(product);
    await product.kill('SIGTERM');
    await product.start();
    const found = await readContents(product);
    const text = await openLastText(product);
    // A stopped database stores nothing, and the journal acknowledges.
    await signalDatabase(options.dataDir, 'SIGSTOP');
    await writeLastWords(text);
    text.close();
    return found;
  } finally {
    await product.kill('SIGKILL');
    await signalDatabase(options.dataDir, 'SIGCONT');
  }
}

/** Stops the database of a product that was killed, and waits until it has ended. */
export async function stopDatabase(dataDir: string): Promise<void> {
  const pid = await databasePid(dataDir);
  if (pid === null) return;
  process.kill(pid, 'SIGINT');
  await until('the database is stopped', async () => (await databasePid(dataDir)) === null);
}
