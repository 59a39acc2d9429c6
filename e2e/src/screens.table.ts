import { expect } from '@playwright/test';
import { adminDialogs } from './admin-data.ts';
import { adminPaths } from './admin-tabs.ts';
import {
  administratorScreen,
  chooseEntry,
  openDialog,
  openMenu,
  pressButton,
  screensOf,
  submitEmpty,
  visitorScreen,
  type Act,
  type Wanted,
} from './screens.acts.ts';
import { commonScreens, documentScreens, stateScreens } from './screens.document.ts';
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

/** The menu of the first document of a list. */
const documentMenu: Wanted = ['Actions for {title}', { title: 'On the analytical engine' }];

const visitorDialogs: readonly Screen[] = [
  visitorScreen('dialog_demo', '/about', openDialog('Schedule a Demo')),
  visitorScreen('dialog_demo_refused', '/about', submitEmpty('Schedule a Demo', 'Schedule Demo')),
  visitorScreen('dialog_contact', '/about', openDialog('Contact Us')),
  visitorScreen('login_refused', '/auth', submitEmpty(null, 'Log in')),
  visitorScreen('register_refused', '/auth?tab=register', submitEmpty(null, 'Sign up')),
  visitorScreen('theme_menu', '/about', openMenu('Change theme')),
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
    administratorScreen('project_chosen', project, async (page, name) => {
      await page
        .getByRole('checkbox', { name: name('Select {title}') })
        .first()
        .check();
    }),
    administratorScreen('dialog_project', '/projects', openDialog('New project')),
    administratorScreen(
      'dialog_project_archive',
      `${project}?tab=settings`,
      openDialog('Archive…'),
    ),
    administratorScreen('menu_document', project, openMenu(documentMenu)),
    administratorScreen('dialog_move', project, chooseEntry(documentMenu, 'Move to…')),
    administratorScreen('dialog_tags', project, chooseEntry(documentMenu, 'Tags…')),
    administratorScreen('menu_account', '/projects', openMenu('Account of {name}')),
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
    administratorScreen('document_copy', `/documents/${copyId}`, async (page, name) => {
      await pressButton('Compare and merge')(page, name);
      await expect(page.getByRole('tabpanel')).toBeVisible();
    }),
    { name: 'document_access_request', who: 'newcomer', path: `/documents/${foreignId}` },
    { name: 'guest', who: 'visitor', path: guestPath },
    administratorScreen('dialog_share', `/documents/${documentId}`, openDialog('Share')),
    administratorScreen('dialog_template', '/templates', async (page, name) => {
      await page
        .getByRole('region', { name: name('Start from a template') })
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
  administratorScreen('toast_admin', '/dashboard/admin?tab=sign-up', async (page, name) => {
    await page.getByRole('button', { name: name('Save') }).click();
    await expect(page.getByText(name('The sign-up rule was changed.'))).toBeVisible();
  }),
  administratorScreen('toast_admin_failed', '/dashboard/admin?tab=rules', async (page, name) => {
    await page.route(/api\/v1\/admin\/rules/, (route) => route.abort());
    await page.getByRole('button', { name: name('Save') }).click();
    await expect(page.getByRole('alert').first()).toBeVisible({ timeout: 30_000 });
  }),
  administratorScreen('question_admin', '/dashboard/admin?tab=groups', async (page, name) => {
    await pressButton(['Delete {name}', { name: 'Engineers' }])(page, name);
    await expect(page.getByRole('button', { name: name('Cancel') })).toBeVisible();
  }),
  administratorScreen('audit_filtered', '/dashboard/admin?tab=audit', async (page, name) => {
    await page.getByRole('search').getByLabel(name('Username')).fill('fay');
    await expect(page.getByRole('button', { name: name('Clear filters') })).toBeVisible();
  }),
];

const openImport = chooseEntry('Actions for this project', 'Import files…');

/** Imports files into a project. */
const importFiles =
  (...files: readonly { name: string; text: string }[]): Act =>
  async (page, name) => {
    await openImport(page, name);
    await page.getByLabel(name('Files')).setInputFiles(
      files.map((file) => ({
        name: file.name,
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(file.text),
      })),
    );
    await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible();
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
    administratorScreen('dialog_export', project, chooseEntry(documentMenu, 'Export…')),
    administratorScreen('dialog_export_result', project, async (page, name) => {
      await chooseEntry(documentMenu, 'Export…')(page, name);
      await pressButton('Export')(page, name);
      await expect(
        page.getByRole('dialog').getByText(name('“{name}” was downloaded.')).first(),
      ).toBeVisible();
    }),
  ];
}

/** Screens of requests, of questions in a dialog, of failures and of announcements. */
function exceptionalScreens({ projectId, requestedId, announce }: ScreenData): Screen[] {
  return [
    administratorScreen('dialog_share_request', `/documents/${requestedId}`, openDialog('Share')),
    administratorScreen('dialog_share_confirm', `/documents/${requestedId}`, async (page, name) => {
      await openDialog('Share')(page, name);
      await pressButton('Remove {name}')(page, name);
      await expect(
        page
          .getByRole('dialog')
          .getByText(
            name('Remove {name}? They will lose access to this document. Their text stays.'),
          ),
      ).toBeVisible();
    }),
    administratorScreen('page_failure', '/dashboard', async (page, name) => {
      await page.route(/api\/v1\/projects/, (route) => route.abort());
      await page.goto(new URL(`/projects/${projectId}`, page.url()).href);
      // A failed call is repeated before the failure is shown.
      await expect(page.getByRole('button', { name: name('Try again') })).toBeVisible({
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
    ...commonScreens(sample),
    ...documentScreens(sample),
    ...editorScreens(sample.everyKindId),
    ...sharingScreens(sample),
    ...adminScreens,
    ...transferScreens(sample),
    ...stateScreens(sample),
    ...exceptionalScreens(sample),
  ];
}
