import { expect } from '@playwright/test';
import {
  administratorScreen,
  nameOf,
  openDialog,
  openMenu,
  openSideTab,
  pressButton,
} from './screens.acts.ts';
import type { Screen, ScreenData } from './screens.types.ts';

/** The tabs of the side panel. */
const sideTabs = ['Comments & suggestions', 'Review', 'Outline', 'History', 'Authors', 'Details'];

/** Screens of a document with comments and suggestions. */
export function documentScreens({ documentId }: ScreenData): Screen[] {
  return [
    administratorScreen('document', `/documents/${documentId}`),
    ...sideTabs.map((name) =>
      administratorScreen(
        `document_${nameOf('', name)}`,
        `/documents/${documentId}`,
        openSideTab(name),
      ),
    ),
    administratorScreen('document_card_active', `/documents/${documentId}`, async (page, name) => {
      await openSideTab('Comments & suggestions')(page, name);
      const passages = page.locator('.documentText mark.commented');
      // On a narrow screen the side panel covers the other passages.
      await ((page.viewportSize()?.width ?? 0) > 1000 ? passages.last() : passages.first()).click();
    }),
    administratorScreen('document_menu', `/documents/${documentId}`, openMenu('Document menu')),
    administratorScreen('document_list', `/documents/${documentId}`, async (page, name) => {
      // Wide windows show the list at once, narrow ones by the button.
      await page.getByRole('textbox', { name: name('Document text') }).waitFor();
      const opener = page
        .getByRole('button', { name: name('Show the documents') })
        .or(page.getByRole('button', { name: name('Hide the documents') }));
      if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
      await expect(
        page
          .getByRole('navigation', { name: name('Documents of the project') })
          .getByRole('link')
          .first(),
      ).toBeVisible();
    }),
    administratorScreen('document_find', `/documents/${documentId}`, async (page, name) => {
      await page.getByRole('textbox', { name: name('Document text') }).waitFor();
      await page.keyboard.press('Control+Alt+f');
      await page
        .getByRole('search')
        .getByRole('textbox', { name: name('Find') })
        .fill('the');
    }),
    administratorScreen('document_focus', `/documents/${documentId}`, async (page, name) => {
      await page.getByRole('textbox', { name: name('Document text') }).focus();
      await page.keyboard.press('Control+Shift+f');
    }),
  ];
}

/**
 * States of a document that need more than one step: a question, a message, a comparison, the
 * colours of the authors, a new comment, and the caret of another user, who stays in the document.
 */
export function stateScreens({ documentId, publishedId, join }: ScreenData): Screen[] {
  const screen = (name: string, act: NonNullable<Screen['act']>): Screen =>
    administratorScreen(`document_${name}`, `/documents/${documentId}`, act);
  return [
    screen('question', async (page, name) => {
      await openSideTab('Comments & suggestions')(page, name);
      await pressButton('Delete: {words}')(page, name);
      await expect(page.getByText(name('Delete this comment?')).first()).toBeVisible();
    }),
    screen('new_comment', async (page, name) => {
      await openSideTab('Comments & suggestions')(page, name);
      await pressButton('Comment on document')(page, name);
      await page.getByRole('textbox', { name: name('Your comment') }).pressSequentially('@c');
      await expect(page.getByRole('listbox').first()).toBeVisible();
    }),
    screen('colours', async (page, name) => {
      await openSideTab('Authors')(page, name);
      await page.getByRole('switch', { name: name('Show author colours') }).check();
      await expect(page.locator('.documentText .authored').first()).toBeVisible();
    }),
    screen('comparison', async (page, name) => {
      await openSideTab('History')(page, name);
      await page
        .getByRole('tabpanel')
        .getByRole('listitem')
        .first()
        .getByRole('button')
        .first()
        .click();
      await expect(page.getByRole('document').first()).toBeVisible();
    }),
    administratorScreen('document_message', `/documents/${publishedId}`, async (page, name) => {
      await openMenu('Document menu')(page, name);
      // The next picture of it takes the template away again.
      await page
        .getByRole('menuitem', { name: name('Save as template') })
        .or(page.getByRole('menuitem', { name: name('Remove from templates') }))
        .click();
      await expect(
        page.getByText(name('Saved as template')).or(page.getByText(name('No longer a template'))),
      ).toBeVisible();
    }),
    screen('others_caret', async (page) => {
      await join();
      await expect(page.locator('.othersCaret').first()).toBeVisible();
    }),
  ];
}

/** Menus and dialogs that every page has, and those of a project. */
export function commonScreens({ projectId }: ScreenData): Screen[] {
  const project = `/projects/${projectId}`;
  return [
    administratorScreen('menu_help', '/projects', async (page, name) => {
      // Narrow windows have no help menu.
      if ((page.viewportSize()?.width ?? 0) > 1000) await openMenu('Help')(page, name);
    }),
    administratorScreen('menu_theme', '/projects', openMenu('Change theme')),
    administratorScreen('menu_project', project, openMenu('Actions for this project')),
    administratorScreen('palette', project, async (page, name) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: name('Search or run a command') }).fill('engine');
      await expect(page.locator('[role=option]').first()).toBeVisible();
    }),
    administratorScreen('dialog_shortcuts', project, async (page) => {
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
    }),
    administratorScreen('dialog_navigation', project, async (page, name) => {
      // Wide windows show the sidebar.
      if ((page.viewportSize()?.width ?? 0) < 1000) await openDialog('Navigation')(page, name);
    }),
    administratorScreen('dialog_invite', `${project}?tab=people`, openDialog('Invite people')),
  ];
}
