import { root } from '../steps/programs.mjs';
import { sourceFiles } from './files.mjs';
import { findArticleFaults, findCatalogFaults, findUnmarkedTexts } from './texts.mjs';

// Runs as a separate process, on the Node that npm has installed: it imports TypeScript. Prints the
// faults of the texts and translations, and ends with exit code 1 if there are any.
const files = sourceFiles(root);
const faults = [
  ...(await findUnmarkedTexts(root, files)),
  ...(await findCatalogFaults(root, files)),
  ...findArticleFaults(root, files),
];
process.stdout.write(faults.join('\n'));
process.exitCode = faults.length === 0 ? 0 : 1;
