import type { Page } from '@playwright/test';
import type { Workspace } from './fixtures.ts';

/** The tree of the project beside a text, as one line: a dot for each level. */
export async function treeIn(page: Page): Promise<string> {
  const items = await page
    .getByRole('tree', { name: 'Documents' })
    .getByRole('treeitem')
    .evaluateAll((all) =>
      all.map((item) => {
        const top = item.getBoundingClientRect().top;
        const level = Number(item.getAttribute('aria-level'));
        return { top, text: '·'.repeat(level - 1) + (item.getAttribute('aria-label') ?? '') };
      }),
    );
  return items
    .toSorted((one, other) => one.top - other.top)
    .map(({ text }) => text)
    .join(' ');
}

/** An item of the tree, by the title of its document. */
export const item = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true });

/** A project with the documents Handbook, Handbook/Hiring, Handbook/Hiring/Letter, and Notes. */
export async function bookshelf({ ada }: Workspace) {
  const project = await ada.call('createProject', { body: { name: 'Shelf' } });
  const make = (title: string, where: { projectId?: string; parentId?: string }) =>
    ada.call('createDocument', { body: { title, ...where } });
  const handbook = await make('Handbook', { projectId: project.id });
  const hiring = await make('Hiring', { parentId: handbook.id });
  const letter = await make('Letter', { parentId: hiring.id });
  const notes = await make('Notes', { projectId: project.id });
  return { project, handbook, hiring, letter, notes };
}
