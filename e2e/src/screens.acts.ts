import { expect } from '@playwright/test';
import type { Names } from './names.ts';
import type { Screen } from './screens.types.ts';

/** An English name of an element, or with values: `['Erase {name}', { name: 'Ada' }]`. */
export type Wanted = string | readonly [text: string, values: Readonly<Record<string, string>>];
export type Act = NonNullable<Screen['act']>;

/** Returns the pattern of a wanted name. */
export const nameBy = (name: Names, wanted: Wanted): RegExp =>
  typeof wanted === 'string' ? name(wanted) : name(...wanted);

export const pressButton =
  (wanted: Wanted): Act =>
  async (page, name) => {
    await page
      .getByRole('button', { name: nameBy(name, wanted) })
      .first()
      .click();
  };

export const openDialog =
  (wanted: Wanted): Act =>
  async (page, name) => {
    await pressButton(wanted)(page, name);
    await expect(page.getByRole('dialog')).toBeVisible();
  };

export const openMenu =
  (wanted: Wanted): Act =>
  async (page, name) => {
    await pressButton(wanted)(page, name);
    await expect(page.getByRole('menu').first()).toBeVisible();
  };

export const chooseEntry =
  (button: Wanted, entry: string): Act =>
  async (page, name) => {
    await openMenu(button)(page, name);
    await page.getByRole('menuitem', { name: name(entry) }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  };

/** Submits an empty form to show its validation messages. */
export const submitEmpty =
  (dialog: string | null, send: string): Act =>
  async (page, name) => {
    if (dialog !== null) await openDialog(dialog)(page, name);
    await page
      .getByRole('button', { name: name(send) })
      .last()
      .click();
    await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
  };

export const openSideTab =
  (tab: string): Act =>
  async (page, name) => {
    const opener = page
      .getByRole('button', { name: name('Side panel') })
      .or(page.getByRole('button', { name: name('Side panel: {count} open') }));
    if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
    await page.getByRole('tab', { name: name(tab) }).click();
    await expect(page.getByRole('tabpanel', { name: name(tab) })).toBeVisible();
  };

export const nameOf = (who: string, path: string): string =>
  `${who}${path.replaceAll(/[^a-z0-9-]+/gi, '_')}`;

export const screensOf = (who: Screen['who'], paths: readonly string[]): Screen[] =>
  paths.map((path) => ({ name: nameOf(who, path), who, path }));

export const screenFor =
  (who: Screen['who']) =>
  (name: string, path: string, act?: Screen['act']): Screen => ({
    name,
    who,
    path,
    ...(act && { act }),
  });
export const administratorScreen = screenFor('administrator');
export const visitorScreen = screenFor('visitor');
