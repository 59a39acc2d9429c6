import {
  expect,
  test as base,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import { signIn, signUp, startProduct, type Person, type Product } from '@longhand/driver';
import { describeUnresponsive } from './responsive.ts';

/** A user with a page in a separate browser context. */
export type BrowserUser = {
  readonly person: Person;
  readonly context: BrowserContext;
  readonly page: Page;
};

/** The product and the users that all journeys of a file share. */
type FileState = {
  readonly file: string;
  readonly product: Product;
  ada: Person;
  ben: Person;
  readonly projectId: string;
};

/** A running product with two users who share a project. Every journey begins with one. */
export type Workspace = {
  readonly product: Product;
  readonly ada: Person;
  readonly ben: Person;
  readonly projectId: string;
  /** Creates an empty document in the project and returns its id. */
  newDocument(title?: string): Promise<string>;
  share(role: 'editor' | 'viewer' | 'reviewer'): Promise<void>;
};

/** Starts a product with the two users and their project. */
async function createFileState(file: string): Promise<FileState> {
  const product = await startProduct();
  const ada = await signUp(product.url, 'ada', 'Ada Lovelace');
  const ben = await signUp(product.url, 'ben', 'Ben Okri');
  const { id: projectId } = await ada.call('createProject', { body: { name: 'Notes on engines' } });
  return { file, product, ada, ben, projectId };
}

/**
 * `test` with a workspace. The product is shared by all journeys of a file. Before each journey the
 * two users are reset: signed in, Ben an editor, default preferences. An error on a page's console,
 * or a warning of its editor, fails the test, unless the journey declares its cause:
 * {@link expectOutage}, {@link expectSignOut}, {@link expectRefusals}. A call that was answered
 * with 503 at every try fails it too: see {@link triesMax}.
 */
export const test = base.extend<
  { workspace: Workspace; consoleErrors: string[] },
  { worker: { fileState: FileState | null } }
>({
  worker: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const worker: { fileState: FileState | null } = { fileState: null };
      await use(worker);
      await worker.fileState?.product.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  workspace: async ({ worker }, use, { file }) => {
    if (worker.fileState?.file !== file) {
      await worker.fileState?.product.close();
      worker.fileState = await createFileState(file);
    }
    const { fileState: state } = worker;
    const { product, projectId } = state;
    state.ada = await resetUser(product, state.ada);
    state.ben = await resetUser(product, state.ben);
    const { ada, ben } = state;
    const params = { id: projectId, userId: ben.user.id };
    const workspace: Workspace = {
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
    await workspace.share('editor');
    await use(workspace);
  },
  consoleErrors: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use, journey) => {
      const errors: string[] = [];
      await use(errors);
      if (journey.status !== journey.expectedStatus)
        for (const line of await describeUnresponsive(pagesOf.get(errors) ?? []))
          console.error(line);
      expect(errors, 'errors on the console').toEqual([]);
    },
    { auto: true },
  ],
});

/** Default preferences of a user: see the contract's preferences. */
const defaultPreferences = {
  spellCheck: true,
  singleKeys: true,
  textSize: 'normal',
  measure: 'normal',
  writingFont: 'serif',
  language: 'browser',
} as const;

/**
 * Resets a user: signs in again if a journey ended the session, and restores the default
 * preferences.
 */
async function resetUser(product: Product, person: Person): Promise<Person> {
  const { username } = person.user;
  const here = await person.call('getMe').then(
    () => person,
    () => signIn(product.url, username),
  );
  await here.call('updateUser', { body: { preferences: defaultPreferences } });
  return here;
}

/** Messages that a browser logs when the server is unreachable. */
const outage =
  /ERR_FAILED|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED_ENCODING|WebSocket connection to|ERR_NETWORK|status of 503|^An unknown error occurred when fetching the script\.$/;

/**
 * The request for the current user is answered with 401 if there is none, and a wrong password
 * likewise. Browsers log both.
 */
const unauthorized = /status of 401/;

/** The server refuses a call for the moment, as it does when tasks wait on a busy machine. */
const busy = /status of 503/;

/**
 * Tries of a page for a call that is answered with 503. A busy server may refuse single tries, but
 * not all tries of a call.
 */
const triesMax = 4;

/**
 * Adds a call of a page to `errors` if the server answered it with 503 at every try, unless the
 * journey declares that.
 */
function watchRefusals(page: Page, errors: string[]): void {
  const refused = new Map<string, number>();
  page.on('response', (response) => {
    const url = new URL(response.url());
    // Each try has its own timestamp.
    url.searchParams.delete('_');
    const call = `${response.request().method()} ${url}`;
    if (response.status() !== 503) return void refused.delete(call);
    const isCaused = (expectedMessages.get(errors) ?? []).some((each) =>
      each.test('status of 503'),
    );
    const times = isCaused ? 0 : (refused.get(call) ?? 0) + 1;
    refused.set(call, times);
    if (times === triesMax) errors.push(`${call} was answered with 503 at every try`);
  });
}

/**
 * Messages that depend on the moment, and on no fault of a page: it is left while its live channel
 * connects, or a network interface of the machine comes or goes.
 */
const transient = /WebSocket is closed before the connection is established|ERR_NETWORK_CHANGED/;

/** Pages that a journey opened, for each list of errors. */
const pagesOf = new WeakMap<string[], Page[]>();

/** Messages that a journey causes, for each list of errors. */
const expectedMessages = new WeakMap<string[], RegExp[]>();

function allowMessages(errors: string[], pattern: RegExp): void {
  expectedMessages.set(errors, [...(expectedMessages.get(errors) ?? []), pattern]);
}

/**
 * Declares that the journey takes the server or the network away: from now on, what a browser logs
 * about it is not added to `errors`.
 */
export function expectOutage(errors: string[]): void {
  allowMessages(errors, outage);
}

/**
 * Declares that the journey ends the session of a page: from now on, calls that are answered with
 * 401 are not added to `errors`.
 */
export function expectSignOut(errors: string[]): void {
  allowMessages(errors, unauthorized);
}

/**
 * Declares that the server refuses calls of the journey: from now on, responses with these statuses
 * are not added to `errors`.
 */
export function expectRefusals(errors: string[], ...statuses: number[]): void {
  allowMessages(errors, new RegExp(`status of (?:${statuses.join('|')})`));
}

/** Opens a page in a separate browser context. */
async function openPage(
  browser: Browser,
  { person, errors, device }: { person: Person; errors: string[]; device: BrowserContextOptions },
  expected: readonly RegExp[],
): Promise<BrowserUser> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...device });
  const page = await context.newPage();
  pagesOf.set(errors, [...(pagesOf.get(errors) ?? []), page]);
  page.on('console', (message) => {
    const text = message.text();
    const { url } = message.location();
    if (message.type() !== 'error' && !text.startsWith('[tiptap warn]: Duplicate extension names'))
      return;
    const isCaused = (expectedMessages.get(errors) ?? []).some((each) => each.test(text));
    if (isCaused || expected.some((each) => each.test(text))) return;
    if (busy.test(text)) console.info(`The server was too busy for ${url}.`);
    else errors.push(`${text} ${url}`);
  });
  watchRefusals(page, errors);
  page.on('pageerror', (error) => errors.push(error.stack || String(error)));
  return { person, context, page };
}

/**
 * Opens a page in a separate browser context, not signed in. Console errors are added to `errors`,
 * except 401, which a visitor causes on every page, single tries that are answered with 503
 * ({@link triesMax}), and those that the journey declares: {@link expectOutage},
 * {@link expectRefusals}.
 */
export function openSignedOut(
  browser: Browser,
  person: Person,
  errors: string[],
  device: BrowserContextOptions = {},
): Promise<BrowserUser> {
  return openPage(browser, { person, errors, device }, [transient, unauthorized]);
}

/**
 * Opens a page in a separate browser context, with the user's session. Console errors are added to
 * `errors`, except single tries that are answered with 503 ({@link triesMax}), and those that the
 * journey declares: {@link expectOutage}, {@link expectSignOut}, {@link expectRefusals}.
 */
export async function openSignedIn(
  browser: Browser,
  workspace: Pick<Workspace, 'product'>,
  person: Person,
  errors: string[],
  device: BrowserContextOptions = {},
): Promise<BrowserUser> {
  const user = await openPage(browser, { person, errors, device }, [transient]);
  const cookies = person
    .cookie()
    .split('; ')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return { name, value: value.join('='), url: workspace.product.url };
    });
  await user.context.addCookies(cookies);
  return user;
}

/** Opens a page for each of the two users, signed in. */
export async function openBothSignedIn(
  browser: Browser,
  workspace: Workspace,
  errors: string[],
): Promise<[BrowserUser, BrowserUser]> {
  return [
    await openSignedIn(browser, workspace, workspace.ada, errors),
    await openSignedIn(browser, workspace, workspace.ben, errors),
  ];
}

/**
 * Opens a document and waits until its text is shown. A first visit costs 3 s of processor time:
 * four workers that open three pages each need 40 s on two cores.
 */
export async function openDocument(
  { page }: BrowserUser,
  workspace: Workspace,
  id: string,
): Promise<void> {
  await page.goto(`${workspace.product.url}/documents/${id}`);
  await expect(textOf(page)).toBeVisible({ timeout: 90_000 });
}

/** Creates a document in the project and opens it. Returns its id. */
export async function openNewDocument(
  user: BrowserUser,
  workspace: Workspace,
  title?: string,
): Promise<string> {
  const id = await workspace.newDocument(title);
  await openDocument(user, workspace, id);
  return id;
}

/** Creates a document in the project and opens it for each of the two users, signed in. */
export async function openDocumentForBoth(
  browser: Browser,
  workspace: Workspace,
  errors: string[],
  title?: string,
): Promise<{ id: string; ada: BrowserUser; ben: BrowserUser }> {
  const [ada, ben] = await openBothSignedIn(browser, workspace, errors);
  const id = await openNewDocument(ada, workspace, title);
  await openDocument(ben, workspace, id);
  return { id, ada, ben };
}

/** Opens a new document, types `words` and waits until they are saved. Returns its id. */
export async function writeDocument(
  user: BrowserUser,
  workspace: Workspace,
  words: string,
  title?: string,
): Promise<string> {
  const id = await openNewDocument(user, workspace, title);
  await textOf(user.page).click();
  await user.page.keyboard.type(words);
  await expectSaved(user.page);
  return id;
}

/** Returns the text of the open document. */
export function textOf(page: Page) {
  return page.getByRole('textbox', { name: 'Document text' });
}

/**
 * Focuses the text as a program does. 20 ms after a focus event, ProseMirror restores its selection
 * by a timer: on a busy page that would undo a key that was pressed before.
 */
export async function focusText(page: Page): Promise<void> {
  await textOf(page).focus();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
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
export async function openSideTab(page: Page, name: string): Promise<void> {
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
