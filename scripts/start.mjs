import { ensureInstalled } from './steps/install.mjs';
import { ensurePages } from './steps/pages.mjs';
import { becomeAgain, command, serverArguments } from './steps/programs.mjs';

// npm start: installs missing packages, builds the pages if they are older than their source, and
// runs the product.
await command(async () => {
  const node = await ensureInstalled({ dev: false });
  await ensurePages(node);
  return becomeAgain(node, serverArguments());
});
