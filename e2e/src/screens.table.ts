import { expect, type Page } from '@playwright/test';

/** What there is to be looked at, made by `screens.ts`. */
export type Sample = { readonly projectId: string; readonly emptyProjectId: string; readonly documentId: string };

/** One picture: who looks at which address, and what they have pressed. */
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
  '/blog/saved-is-a-promise',
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
  '/auth',
  '/auth?tab=register',
  '/auth/forgot-password',
  '/auth/reset-password',
  '/auth/confirm-email',
  '/invitation',
  '/newsletter/confirm',
  '/newsletter/leave',
];

const ownPaths = [
  '/dashboard',
  '/templates',
  '/dashboard/admin',
  '/dashboard/admin?tab=people',
  '/dashboard/admin?tab=messages',
  '/dashboard/admin?tab=outbox',
  '/dashboard/admin?tab=sign-up',
  '/dashboard/admin?tab=announcements',
  '/dashboard/admin?tab=audit',
  '/dashboard/metrics',
  '/dashboard/test',
  '/projects',
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
  '/settings?tab=security',
  '/help-center',
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

/** Sends an empty form, so that what it says to that can be seen. */
const refused = (dialog: string | RegExp | null, send: string) => async (page: Page) => {
  if (dialog !== null) await openedDialog(dialog)(page);
  await page.getByRole('button', { name: send, exact: true }).last().click();
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
};

const nameOf = (who: string, path: string): string => `${who}${path.replaceAll(/[^a-z0-9-]+/gi, '_')}`;

/** Every screen and every dialog that can be reached by pressing one or two things. */
export function screens({ projectId, emptyProjectId, documentId }: Sample): Screen[] {
  const project = `/projects/${projectId}`;
  const of = (who: Screen['who'], paths: readonly string[]): Screen[] =>
    paths.map((path) => ({ name: nameOf(who, path), who, path }));
  const own = (name: string, path: string, act?: Screen['act']): Screen => ({
    name,
    who: 'administrator',
    path,
    ...(act && { act }),
  });
  const visitor = (name: string, path: string, act: Screen['act']): Screen => ({
    name,
    who: 'visitor',
    path,
    ...(act && { act }),
  });
  return [
    ...of('visitor', publicPaths),
    ...of('administrator', ownPaths),
    ...of('newcomer', newcomerPaths),
    visitor('dialog_demo', '/about', openedDialog('Schedule a Demo')),
    visitor('dialog_demo_refused', '/about', refused('Schedule a Demo', 'Schedule Demo')),
    visitor('dialog_contact', '/about', openedDialog('Contact Us')),
    visitor('login_refused', '/auth', refused(null, 'Log in')),
    visitor('register_refused', '/auth?tab=register', refused(null, 'Sign up')),
    visitor('theme_menu', '/about', openedMenu(/theme/i)),
    visitor('toast', '/about', press('Subscribe')),
    own('project_documents', project),
    own('project_board', `${project}?tab=board`),
    own('project_activity', `${project}?tab=activity`),
    own('project_people', `${project}?tab=people`),
    own('project_settings', `${project}?tab=settings`),
    own('project_empty', `/projects/${emptyProjectId}`),
    own('project_empty_board', `/projects/${emptyProjectId}?tab=board`),
    own('project_chosen', project, async (page) => {
      await page
        .getByRole('checkbox', { name: /^Choose / })
        .first()
        .check();
    }),
    own('dialog_project', '/projects', openedDialog('New project')),
    own('dialog_project_archive', `${project}?tab=settings`, openedDialog('Archive…')),
    own('menu_document', project, openedMenu(/^Actions for (?!this)/)),
    own('dialog_move', project, chosen(/^Actions for (?!this)/, 'Move to…')),
    own('dialog_tags', project, chosen(/^Actions for (?!this)/, /^Tags/)),
    own('menu_account', '/projects', openedMenu(/^Account of/)),
    own('document', `/documents/${documentId}`),
    own('dialog_share', `/documents/${documentId}`, openedDialog('Share')),
    own('dialog_template', '/templates', async (page) => {
      await page.getByRole('region', { name: 'Begin with a template' }).getByRole('listitem').first().getByRole('button').click();
      await expect(page.getByRole('dialog')).toBeVisible();
    }),
  ];
}
