import { ensureInstalled } from './steps/install.mjs';
import { command } from './steps/programs.mjs';
import { runChecks } from './checks/checks.mjs';

// npm run check: types, lint, layers and cycles, patterns, internals, names and lengths of files,
// format.
await command(async () => {
  const node = await ensureInstalled();
  const { passed, failed } = await runChecks(node, (line) => process.stdout.write(`${line}\n`));
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed === 0 && passed > 0 ? 0 : 1;
});
