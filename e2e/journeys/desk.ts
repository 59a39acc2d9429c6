import {
  expect,
  test as base,
  type Browser,
  type BrowserContext,
  type Page,
} from '@playwright/test';
import { signIn, signUp, startProduct, type Person, type Product } from '@longhand/driver';

/** A user with a page in a separate browser context. */
export type Desk = {
  readonly person: Person;
  readonly context: BrowserContext;
  readonly page: Page;
};

/** State shared by all journeys of a file. */
type House = {
  readonly file: string;
  readonly product: Product;
  ada: Person;
  ben: Person;
  readonly projectId: string;
};

/** Two users who share a project. Every journey begins with them. */
export type Office = {
  readonly product: Product;
  readonly ada: Person;
  readonly ben: Person;
  readonly projectId: string;
  /** Creates an empty document in the project and returns its id. */
  newDocument(title?: string): Promise<string>;
  share(role: 'editor' | 'viewer' | 'reviewer'): Promise<void>;
};

/** Starts a product with the two users and their project. */
async function build(file: string): Promise<House> {
  const product = await startProduct();
  const ada = await signUp(product.url, 'ada', 'Ada Lovelace');
  const ben = await signUp(product.url, 'ben', 'Ben Okri');
  const { id: projectId } = await ada.call('createProject', { body: { name: 'Notes on engines' } });
  return { file, product, ada, ben, projectId };
}

/**
 * `test` with an office. The product is shared by all journeys of a file. Before each journey the
 * two users are reset: signed in, Ben an editor, default preferences. An error on a page's console
 * fails the test.
 */
export const test = base.extend<
  { office: Office; quiet: string[] },
  { street: { house: House | null } }
>({
  street: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const street: { house: House | null } = { house: null };
      await use(street);
      await street.house?.product.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  office: async ({ street }, use, { file }) => {
    if (street.house?.file !== file) {
      await street.house?.product.close();
      street.house = await build(file);
    }
    const { house } = street;
    const { product, projectId } = house;
    house.ada = await back(product, house.ada);
    house.ben = await back(product, house.ben);
    const { ada, ben } = house;
    const params = { id: projectId, userId: ben.user.id };
    const office: Office = {
      product,
      ada,
      ben,
      projectId,
      newDocument: async (title = 'A letter') =>
        (await ada.call('createProjectDocument', { params: { id: projectId }, body: { title } }))
          .id,
      async share(role) {
        await ada.call('updateProjectCollaborator', { params, body: { role } }).catch(async () => {
          await ada.call('addProjectCollaborator', {
            params: { id: projectId },
            body: { usernameOrEmail: 'ben', role },
          });
        });
      },
    };
    await office.share('editor');
    await use(office);
  },
  quiet: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const errors: string[] = [];
      await use(errors);
      expect(errors, 'errors on the console').toEqual([]);
    },
    { auto: true },
  ],
});

/** Default preferences of a user: see the contract's preferences. */
const atFirst = {
  spellCheck: true,
  singleKeys: true,
  textSize: 'normal',
  measure: 'normal',
  writingFont: 'serif',
} as const;

/**
 * Resets a user: signs in again if a journey ended the session, and restores the default
 * preferences.
 */
async function back(product: Product, person: Person): Promise<Person> {
  const { username } = person.user;
  const here = await person.call('getMe').then(
    () => person,
    () => signIn(product.url, username),
  );
  await here.call('updateUser', { body: { preferences: atFirst } });
  return here;
}

/**
 * Messages that a browser logs when the server is unreachable. The journey causes them, so they are
 * not faults of the page.
 */
const outage =
  /ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED_ENCODING|WebSocket connection to|ERR_NETWORK|status of 503|^An unknown error occurred when fetching the script\.$/;

/**
 * The request for the current user is answered with 401 if there is none, and a wrong password
 * likewise. Browsers log both.
 */
const unknownVisitor = /status of 401/;

/**
 * Opens a page in a separate browser context, not signed in. Console errors are added to `errors`,
 * except expected ones (no connection, 401).
 */
export async function sit(browser: Browser, person: Person, errors: string[]): Promise<Desk> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (
      message.type() === 'error' &&
      !outage.test(message.text()) &&
      !unknownVisitor.test(message.text())
    )
      errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error.stack)));
  return { person, context, page };
}

/** Opens a page as {@link sit} does, with the user's session. */
export async function sitSignedIn(
  browser: Browser,
  office: Office,
  person: Person,
  errors: string[],
): Promise<Desk> {
  const desk = await sit(browser, person, errors);
  const cookies = person
    .cookie()
    .split('; ')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return { name, value: value.join('='), url: office.product.url };
    });
  await desk.context.addCookies(cookies);
  return desk;
}

/** Opens a page for each of the two users, signed in. */
export async function sitBoth(
  browser: Browser,
  office: Office,
  errors: string[],
): Promise<[Desk, Desk]> {
  return [
    await sitSignedIn(browser, office, office.ada, errors),
    await sitSignedIn(browser, office, office.ben, errors),
  ];
}

/** Opens a document and waits until its text is shown. */
export async function openDocument({ page }: Desk, office: Office, id: string): Promise<void> {
  await page.goto(`${office.product.url}/documents/${id}`);
  await expect(textOf(page)).toBeVisible();
}

/** Returns the text of the open document. */
export function textOf(page: Page) {
  return page.getByRole('textbox', { name: 'Document text' });
}

/** Returns the text, one block per line, without the carets of other users. */
export function wordsOf(page: Page): Promise<string> {
  return textOf(page).evaluate((element) => {
    const copy = element.cloneNode(true) as Element;
    for (const caret of copy.querySelectorAll('.othersCaret')) caret.remove();
    return [...copy.children].map((block) => block.textContent ?? '').join('\n');
  });
}

/** Returns the text of each suggested insertion, without the carets of other users. */
export function insertionsOf(page: Page): Promise<string[]> {
  return textOf(page).evaluate((element) => {
    const copy = element.cloneNode(true) as Element;
    for (const caret of copy.querySelectorAll('.othersCaret')) caret.remove();
    return [...copy.querySelectorAll('ins')].map((insertion) => insertion.textContent ?? '');
  });
}

/** Opens a tab of the side panel. */
export async function openBeside(page: Page, name: string): Promise<void> {
  const opener = page.getByRole('button', { name: /^Side panel/ });
  if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
  await page.getByRole('tab', { name, exact: true }).click();
  await expect(page.getByRole('tabpanel', { name, exact: true })).toBeVisible();
}

/** Returns the cards of comments or of suggestions. */
export function cardsOf(page: Page, kind: 'comment' | 'suggestion') {
  const id = kind === 'comment' ? 'thread-' : 'suggestion-';
  return page
    .getByRole('list', { name: 'Comments and suggestions' })
    .locator(`:scope > li[id^="${id}"]`);
}

/** Returns the saved mark. */
export function savedMark(page: Page) {
  return page.locator('[role=status][data-kind]');
}

/** Waits until the saved mark shows that everything is on the server's disk. */
export async function expectSaved(page: Page): Promise<void> {
  await expect(savedMark(page)).toHaveText('Saved');
}
