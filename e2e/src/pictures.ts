import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { signUp, startProduct, type Person, type Product } from '@longhand/driver';

/** `npm run pictures`: takes the screenshots of the README from the running product, with two people at work. */
const folder = join(import.meta.dirname, '../../docs/pictures');
const places = [process.env['BROWSER_PATH'] ?? '', '/usr/bin/chromium', '/usr/bin/google-chrome'];
const executablePath = places.find((path) => path !== '' && existsSync(path));

async function sit(browser: Browser, product: Product, person: Person): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
  const cookies = person.cookie().split('; ');
  await context.addCookies(
    cookies.map((pair) => ({
      name: pair.slice(0, pair.indexOf('=')),
      value: pair.slice(pair.indexOf('=') + 1),
      url: product.url,
    })),
  );
  return context.newPage();
}

async function open(page: Page, product: Product, id: string): Promise<void> {
  await page.goto(`${product.url}/documents/${id}`);
  await page.getByRole('textbox', { name: 'Document text' }).click();
}

const product = await startProduct();
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const ada = await signUp(product.url, 'ada', 'Ada Lovelace');
  const ben = await signUp(product.url, 'charles', 'Charles Babbage');
  const { id } = await ada.call('createProject', { body: { name: 'Notes on engines' } });
  await ada.call('addProjectCollaborator', { params: { id }, body: { usernameOrEmail: 'charles', role: 'editor' } });
  const document = await ada.call('createProjectDocument', { params: { id }, body: { title: 'On the analytical engine' } });
  const [left, right] = [await sit(browser, product, ada), await sit(browser, product, ben)];
  await open(left, product, document.id);
  await left.keyboard.type('The engine weaves algebraic patterns just as the loom weaves flowers and leaves.\n');
  await left.keyboard.type('## What it can do\nWhatever we know how to order it to perform:\n- follow an analysis\n');
  await left.keyboard.type(
    'act upon other things besides number\n\n## What it cannot\nIt has no pretensions to originate anything.',
  );
  await open(right, product, document.id);
  await right.getByText('Whatever we know').click();
  await right.keyboard.press('End');
  await left.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
  // The name at a caret shows for a moment after it has moved.
  await right.keyboard.press('ArrowLeft');
  await left.waitForTimeout(300);
  await mkdir(folder, { recursive: true });
  await left.screenshot({ path: join(folder, 'document.png') });
  process.stdout.write(`${join(folder, 'document.png')}\n`);
} finally {
  await browser.close();
  await product.close();
}
