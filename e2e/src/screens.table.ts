import { expect, type Page } from '@playwright/test';
import { adminDialogs } from './admin-data.ts';
import { adminPaths } from './admin-tabs.ts';
import { editorScreens } from './screens.editor.ts';
import type { Screen, ScreenData } from './screens.types.ts';

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
  '/data-export',
  '/invitation',
  '/newsletter/confirm',
  '/newsletter/leave',
  '/notifications/leave',
  '/guest',
];

const administratorPaths = [
  '/dashboard',
  '/templates',
  ...adminPaths,
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

const pressButton = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
};

const openDialog = (name: string | RegExp) => async (page: Page) => {
  await pressButton(name)(page);
  await expect(page.getByRole('dialog')).toBeVisible();
};

const openMenu = (name: string | RegExp) => async (page: Page) => {
  await pressButton(name)(page);
  await expect(page.getByRole('menu').first()).toBeVisible();
};

const chooseEntry = (button: string | RegExp, entry: string | RegExp) => async (page: Page) => {
  await openMenu(button)(page);
  await page.getByRole('menuitem', { name: entry }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

/** Submits an empty form to show its validation messages. */
const submitEmpty = (dialog: string | RegExp | null, send: string) => async (page: Page) => {
  if (dialog !== null) await openDialog(dialog)(page);
  await page.getByRole('button', { name: send, exact: true }).last().click();
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
};

/** The tabs of the side panel. */
const sideTabs = ['Comments & suggestions', 'Review', 'Outline', 'History', 'Authors', 'Details'];

const openSideTab = (name: string) => async (page: Page) => {
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
const administratorScreen = screenFor('administrator');
const visitorScreen = screenFor('visitor');

const visitorDialogs: readonly Screen[] = [
  visitorScreen('dialog_demo', '/about', openDialog('Schedule a Demo')),
  visitorScreen('dialog_demo_refused', '/about', submitEmpty('Schedule a Demo', 'Schedule Demo')),
  visitorScreen('dialog_contact', '/about', openDialog('Contact Us')),
  visitorScreen('login_refused', '/auth', submitEmpty(null, 'Log in')),
  visitorScreen('register_refused', '/auth?tab=register', submitEmpty(null, 'Sign up')),
  visitorScreen('theme_menu', '/about', openMenu(/theme/i)),
  visitorScreen('toast', '/about', pressButton('Subscribe')),
];

function projectScreens({ projectId, emptyProjectId }: ScreenData): Screen[] {
  const project = `/projects/${projectId}`;
  return [
    administratorScreen('project_documents', project),
    administratorScreen('project_board', `${project}?tab=board`),
    administratorScreen('project_activity', `${project}?tab=activity`),
    administratorScreen('project_people', `${project}?tab=people`),
    administratorScreen('project_settings', `${project}?tab=settings`),
    administratorScreen('project_empty', `/projects/${emptyProjectId}`),
    administratorScreen('project_empty_board', `/projects/${emptyProjectId}?tab=board`),
    administratorScreen('project_chosen', project, async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .first()
        .check();
    }),
    administratorScreen('dialog_project', '/projects', openDialog('New project')),
    administratorScreen(
      'dialog_project_archive',
      `${project}?tab=settings`,
      openDialog('Archive…'),
    ),
    administratorScreen('menu_document', project, openMenu(/^Actions for (?!this)/)),
    administratorScreen('dialog_move', project, chooseEntry(/^Actions for (?!this)/, 'Move to…')),
    administratorScreen('dialog_tags', project, chooseEntry(/^Actions for (?!this)/, /^Tags/)),
    administratorScreen('menu_account', '/projects', openMenu(/^Account of/)),
  ];
}

function documentScreens({ documentId }: ScreenData): Screen[] {
  return [
    administratorScreen('document', `/documents/${documentId}`),
    ...sideTabs.map((name) =>
      administratorScreen(
        `document_${nameOf('', name)}`,
        `/documents/${documentId}`,
        openSideTab(name),
      ),
    ),
    administratorScreen('document_card_active', `/documents/${documentId}`, async (page) => {
      await openSideTab('Comments & suggestions')(page);
      const passages = page.locator('.documentText mark.commented');
      // On a narrow screen the side panel covers the other passages.
      await ((page.viewportSize()?.width ?? 0) > 1000 ? passages.last() : passages.first()).click();
    }),
    administratorScreen('document_menu', `/documents/${documentId}`, openMenu('Document menu')),
    administratorScreen('document_list', `/documents/${documentId}`, async (page) => {
      // Wide windows show the list at once, narrow ones by the button.
      await page.getByRole('textbox', { name: 'Document text' }).waitFor();
      const opener = page.getByRole('button', { name: /^(Show|Hide) the documents$/ });
      if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
      await expect(
        page
          .getByRole('navigation', { name: 'Documents of the project' })
          .getByRole('link')
          .first(),
      ).toBeVisible();
    }),
    administratorScreen('document_find', `/documents/${documentId}`, async (page) => {
      await page.keyboard.press('Control+Alt+f');
      await page.getByRole('search').getByRole('textbox', { name: 'Find' }).fill('the');
    }),
    administratorScreen('document_focus', `/documents/${documentId}`, async (page) => {
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
    administratorScreen('document_published', `/documents/${publishedId}`),
    administratorScreen('document_copy', `/documents/${copyId}`, async (page) => {
      await page.getByRole('button', { name: 'Compare and merge' }).click();
      await expect(page.getByRole('tabpanel')).toBeVisible();
    }),
    { name: 'document_access_request', who: 'newcomer', path: `/documents/${foreignId}` },
    { name: 'guest', who: 'visitor', path: guestPath },
    administratorScreen('dialog_share', `/documents/${documentId}`, openDialog('Share')),
    administratorScreen('dialog_template', '/templates', async (page) => {
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

/** Screens of the dialogs of the administration. */
const adminScreens: readonly Screen[] = [
  ...adminDialogs.map(([name, tab, button]) =>
    administratorScreen(`dialog_admin_${name}`, `/dashboard/admin?tab=${tab}`, openDialog(button)),
  ),
  administratorScreen('toast_admin', '/dashboard/admin?tab=sign-up', async (page) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('The sign-up rule was changed.')).toBeVisible();
  }),
  administratorScreen('toast_admin_failed', '/dashboard/admin?tab=rules', async (page) => {
    await page.route(/api\/v1\/admin\/rules/, (route) => route.abort());
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('alert').first()).toBeVisible({ timeout: 30_000 });
  }),
  administratorScreen('question_admin', '/dashboard/admin?tab=groups', async (page) => {
    await page.getByRole('button', { name: 'Delete Engineers' }).click();
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  }),
  administratorScreen('audit_filtered', '/dashboard/admin?tab=audit', async (page) => {
    await page.getByRole('search').getByLabel('Username').fill('fay');
    await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible();
  }),
];

const openImport = chooseEntry('Actions for this project', 'Import files…');

/** Imports files into a project. */
const importFiles =
  (...files: readonly { name: string; text: string }[]) =>
  async (page: Page) => {
    await openImport(page);
    await page.getByLabel('Files', { exact: true }).setInputFiles(
      files.map(({ name, text }) => ({
        name,
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(text),
      })),
    );
    await expect(page.getByRole('dialog')).toContainText(/created|not be imported/);
  };

/** Screens of files that are read and written, with what was left out of them. */
function transferScreens({ projectId }: ScreenData): Screen[] {
  const project = `/projects/${projectId}`;
  return [
    administratorScreen('dialog_import', project, openImport),
    administratorScreen(
      'dialog_import_result',
      project,
      importFiles(
        { name: 'Minutes.md', text: '# Minutes\n\n![A map](map.png)\n\nThe wind turns.\n' },
        { name: 'Plan.docx', text: 'this is no Word file' },
      ),
    ),
    administratorScreen('dialog_export', project, chooseEntry(/^Actions for (?!this)/, 'Export…')),
    administratorScreen('dialog_export_result', project, async (page) => {
      await chooseEntry(/^Actions for (?!this)/, 'Export…')(page);
      await pressButton('Export')(page);
      await expect(page.getByRole('dialog')).toContainText('was downloaded');
    }),
  ];
}

/** Screens of requests, of questions in a dialog, of failures and of announcements. */
function exceptionalScreens({ projectId, requestedId, announce }: ScreenData): Screen[] {
  return [
    administratorScreen('dialog_share_request', `/documents/${requestedId}`, openDialog('Share')),
    administratorScreen('dialog_share_confirm', `/documents/${requestedId}`, async (page) => {
      await openDialog('Share')(page);
      await page
        .getByRole('button', { name: /^Remove / })
        .first()
        .click();
      await expect(page.getByRole('dialog')).toContainText('They will lose access');
    }),
    administratorScreen('page_failure', '/dashboard', async (page) => {
      await page.route(/api\/v1\/projects/, (route) => route.abort());
      await page.goto(new URL(`/projects/${projectId}`, page.url()).href);
      // A failed call is repeated before the failure is shown.
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({
        timeout: 30_000,
      });
    }),
    // Announcements stay, so that their screens are the last.
    administratorScreen('document_announcement', '/dashboard', async (page) => {
      await announce();
      await page.goto(new URL(`/documents/${requestedId}`, page.url()).href);
      await expect(page.getByText('maintenance')).toBeVisible();
    }),
    administratorScreen('dashboard_announcement', '/dashboard', async (page) => {
      await expect(page.getByText('maintenance')).toBeVisible();
    }),
  ];
}

/** Returns every screen, and every dialog that can be reached by one or two presses. */
export function screens(sample: ScreenData): Screen[] {
  return [
    ...screensOf('visitor', publicPaths),
    ...screensOf('administrator', administratorPaths),
    ...screensOf('newcomer', newcomerPaths),
    ...visitorDialogs,
    ...projectScreens(sample),
    ...documentScreens(sample),
    ...editorScreens(sample.everyKindId),
    ...sharingScreens(sample),
    ...adminScreens,
    ...transferScreens(sample),
    ...exceptionalScreens(sample),
  ];
}
