import { expect, type Page } from '@playwright/test';

/** The data that the screens show, created by `screens.ts`. */
export type ScreenData = {
  readonly projectId: string;
  readonly emptyProjectId: string;
  readonly documentId: string;
  /** A published document, and a working copy of it. */
  readonly publishedId: string;
  readonly copyId: string;
  /** A document that only another user may read. */
  readonly foreignId: string;
  /** Address of a link for guests. */
  readonly guestPath: string;
};

/** One picture: the user, the address, and the acts before it is taken. */
export type Screen = {
  readonly name: string;
  readonly who: 'visitor' | 'administrator' | 'newcomer';
  readonly path: string;
  readonly act?: (page: Page) => Promise<void>;
};

const publicPaths = [
  '/',
  '/about',
  '/blog',
  '/blog/when-longhand-shows-saved',
  '/integrations',
  '/press',
  '/faq',
  '/guides',
  '/guides/first-document',
  '/documentation',
  '/documentation/api',
  '/careers',
  '/help-center/public',
  '/help-center/public/saved',
  '/privacy-policy',
  '/terms-of-service',
  '/cookie-policy',
  '/auth',
  '/auth?tab=register',
  '/auth/forgot-password',
  '/auth/reset-password',
  '/auth/confirm-email',
  '/invitation',
  '/newsletter/confirm',
  '/newsletter/leave',
  '/notifications/leave',
  '/guest',
];

const ownPaths = [
  '/dashboard',
  '/templates',
  '/dashboard/admin',
  '/dashboard/admin?tab=people',
  '/dashboard/admin?tab=guest-links',
  '/dashboard/admin?tab=messages',
  '/dashboard/admin?tab=outbox',
  '/dashboard/admin?tab=sign-up',
  '/dashboard/admin?tab=announcements',
  '/dashboard/admin?tab=audit',
  '/dashboard/metrics',
  '/dashboard/test',
  '/projects',
  '/documents',
  '/recent',
  '/drafts',
  '/archives',
  '/archives?tab=projects',
  '/collaborators',
  '/activity',
  '/notifications',
  '/settings?tab=notifications',
  '/search?q=engine',
  '/search?q=nothingatall',
  '/settings',
  '/settings?tab=appearance',
  '/settings?tab=security',
  '/settings?tab=data',
  '/help-center',
  '/help-center/saved',
  '/documents/0198c2d4-0000-7000-8000-000000000000',
];

const newcomerPaths = [
  '/dashboard',
  '/projects',
  '/recent',
  '/drafts',
  '/archives',
  '/collaborators',
  '/activity',
  '/dashboard/admin',
  '/dashboard/metrics',
];

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
};

const openedDialog = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page);
  await expect(page.getByRole('dialog')).toBeVisible();
};

const openedMenu = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page);
  await expect(page.getByRole('menu').first()).toBeVisible();
};

const chosen = (button: string | RegExp, entry: string | RegExp) => async (page: Page) => {
  await openedMenu(button)(page);
  await page.getByRole('menuitem', { name: entry }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

/** Submits an empty form to show its validation messages. */
const refused = (dialog: string | RegExp | null, send: string) => async (page: Page) => {
  if (dialog !== null) await openedDialog(dialog)(page);
  await page.getByRole('button', { name: send, exact: true }).last().click();
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
};

/** The tabs of the side panel. */
const besideText = ['Comments & suggestions', 'Review', 'Outline', 'History', 'Authors', 'Details'];

const openedBeside = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name: /^Side panel/ }).click();
  await page.getByRole('tab', { name, exact: true }).click();
  await expect(page.getByRole('tabpanel', { name, exact: true })).toBeVisible();
};

const nameOf = (who: string, path: string): string =>
  `${who}${path.replaceAll(/[^a-z0-9-]+/gi, '_')}`;

const screensOf = (who: Screen['who'], paths: readonly string[]): Screen[] =>
  paths.map((path) => ({ name: nameOf(who, path), who, path }));

const screenFor =
  (who: Screen['who']) =>
  (name: string, path: string, act?: Screen['act']): Screen => ({
    name,
    who,
    path,
    ...(act && { act }),
  });
const own = screenFor('administrator');
const visitor = screenFor('visitor');

const visitorDialogs: readonly Screen[] = [
  visitor('dialog_demo', '/about', openedDialog('Schedule a Demo')),
  visitor('dialog_demo_refused', '/about', refused('Schedule a Demo', 'Schedule Demo')),
  visitor('dialog_contact', '/about', openedDialog('Contact Us')),
  visitor('login_refused', '/auth', refused(null, 'Log in')),
  visitor('register_refused', '/auth?tab=register', refused(null, 'Sign up')),
  visitor('theme_menu', '/about', openedMenu(/theme/i)),
  visitor('toast', '/about', press('Subscribe')),
];

function projectScreens({ projectId, emptyProjectId }: ScreenData): Screen[] {
  const project = `/projects/${projectId}`;
  return [
    own('project_documents', project),
    own('project_board', `${project}?tab=board`),
    own('project_activity', `${project}?tab=activity`),
    own('project_people', `${project}?tab=people`),
    own('project_settings', `${project}?tab=settings`),
    own('project_empty', `/projects/${emptyProjectId}`),
    own('project_empty_board', `/projects/${emptyProjectId}?tab=board`),
    own('project_chosen', project, async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .first()
        .check();
    }),
    own('dialog_project', '/projects', openedDialog('New project')),
    own('dialog_project_archive', `${project}?tab=settings`, openedDialog('Archive…')),
    own('menu_document', project, openedMenu(/^Actions for (?!this)/)),
    own('dialog_move', project, chosen(/^Actions for (?!this)/, 'Move to…')),
    own('dialog_tags', project, chosen(/^Actions for (?!this)/, /^Tags/)),
    own('menu_account', '/projects', openedMenu(/^Account of/)),
  ];
}

function documentScreens({ documentId }: ScreenData): Screen[] {
  return [
    own('document', `/documents/${documentId}`),
    ...besideText.map((name) =>
      own(`document_${nameOf('', name)}`, `/documents/${documentId}`, openedBeside(name)),
    ),
    own('document_card_active', `/documents/${documentId}`, async (page) => {
      await openedBeside('Comments & suggestions')(page);
      const passages = page.locator('.documentText mark.commented');
      // On a narrow screen the side panel covers the other passages.
      await ((page.viewportSize()?.width ?? 0) > 1000 ? passages.last() : passages.first()).click();
    }),
    own('document_menu', `/documents/${documentId}`, openedMenu('Document menu')),
    own('document_list', `/documents/${documentId}`, async (page) => {
      const opener = page.getByRole('button', { name: 'Show the documents' });
      if (await opener.isVisible()) await opener.click();
      await expect(
        page
          .getByRole('navigation', { name: 'Documents of the project' })
          .getByRole('link')
          .first(),
      ).toBeVisible();
    }),
    own('document_find', `/documents/${documentId}`, async (page) => {
      await page.keyboard.press('Control+Alt+f');
      await page.getByRole('search').getByRole('textbox', { name: 'Find' }).fill('the');
    }),
    own('document_focus', `/documents/${documentId}`, async (page) => {
      await page.getByRole('textbox', { name: 'Document text' }).focus();
      await page.keyboard.press('Control+Shift+f');
    }),
  ];
}

/** Screens of other versions of documents, of access to them, and of their templates. */
function sharingScreens({
  documentId,
  publishedId,
  copyId,
  foreignId,
  guestPath,
}: ScreenData): Screen[] {
  return [
    own('document_published', `/documents/${publishedId}`),
    own('document_copy', `/documents/${copyId}`, async (page) => {
      await page.getByRole('button', { name: 'Compare and merge' }).click();
      await expect(page.getByRole('tabpanel')).toBeVisible();
    }),
    { name: 'document_access_request', who: 'newcomer', path: `/documents/${foreignId}` },
    { name: 'guest', who: 'visitor', path: guestPath },
    own('dialog_share', `/documents/${documentId}`, openedDialog('Share')),
    own('dialog_template', '/templates', async (page) => {
      await page
        .getByRole('region', { name: 'Start from a template' })
        .getByRole('listitem')
        .first()
        .getByRole('button')
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
    }),
  ];
}

/** Returns every screen, and every dialog that can be reached by one or two presses. */
export function screens(sample: ScreenData): Screen[] {
  return [
    ...screensOf('visitor', publicPaths),
    ...screensOf('administrator', ownPaths),
    ...screensOf('newcomer', newcomerPaths),
    ...visitorDialogs,
    ...projectScreens(sample),
    ...documentScreens(sample),
    ...sharingScreens(sample),
  ];
}
