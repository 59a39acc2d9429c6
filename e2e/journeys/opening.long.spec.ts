import { expect } from '@playwright/test';
import { openOwnClient, textName, until } from '@longhand/driver';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';
import * as Y from 'yjs';
import {
  focusText,
  type Workspace,
  openDocument,
  openBothSignedIn,
  test,
  textOf,
  wordsOf,
} from './fixtures.ts';

/**
 * A text with every kind of block, as other programs write it. It has addresses that are not links,
 * lines that do not end in text, and empty blocks.
 */
const everything = `See example.com

# A heading with https://example.org/

Words, *soft*, **loud**, \`code()\`, ~~gone~~ and a [link](https://example.net/). Write to ben@example.com

- one

  - deeper www.example.com
- two
1. first
2. second

- [ ] to do
- [x] done

> A quote
>
> > within a quote

\`\`\`js
const far = 'example.com';
\`\`\`

| Name | Where |
| --- | --- |
| Ben | example.com |
| | |

Energy is $e = mc^2$

$$
a^2 + b^2
$$

A note[^1]

> [!WARNING]
> Mind example.com

---

[^1]: Said at example.com

The end is at example.com
`;

/** Imports a file into the project as a document and returns its id. */
async function importText({ product, ada, projectId }: Workspace, title: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([everything], { type: 'text/markdown' }), `${title}.md`);
  const token = /XSRF-TOKEN=([^;]*)/.exec(ada.cookie())?.[1] ?? '';
  const answer = await fetch(`${product.url}/api/v1/projects/${projectId}/import`, {
    method: 'POST',
    headers: { cookie: ada.cookie(), 'x-xsrf-token': decodeURIComponent(token) },
    body: form,
  });
  expect(answer.status).toBe(202);
  let id: string | undefined;
  await expect
    .poll(async () => {
      const { items } = await ada.call('listProjectDocuments', { params: { id: projectId } });
      id = items.find((document) => document.title === title)?.id;
      return id;
    })
    .toBeDefined();
  return id ?? '';
}

/**
 * Inserts a table before the last block of which one row is too short. Such a table results if two
 * users add a row and a column at the same time.
 */
function addUnevenTable(doc: Y.Doc): void {
  const text = doc.getText(textName);
  const containers = doc.getMap('containers');
  let [end, last] = [0, 0];
  for (const { insert } of text.toDelta() as { insert: unknown }[]) {
    if (insert instanceof Y.Map && !insert.has('in')) last = end;
    end += typeof insert === 'string' ? insert.length : 1;
  }
  doc.transact(() => {
    containers.set('uneven', { kind: 'table' });
    const markers = [2, 1].flatMap((cells, row) => {
      containers.set(`uneven.${row}`, { kind: 'tableRow', in: 'uneven' });
      return Array.from({ length: cells }, (_, column) => {
        const id = `uneven.${row}.${column}`;
        containers.set(id, { kind: 'tableCell', in: `uneven.${row}`, column: `column ${column}` });
        return { insert: new Y.Map([['in', id]]) };
      });
    });
    text.applyDelta([{ retain: last }, ...markers]);
  });
}

for (const role of ['reviewer', 'editor'] as const)
  test(`opening a document and moving the caret in it changes nothing, as ${role}`, async ({
    browser,
    workspace,
    consoleErrors,
  }) => {
    await workspace.share(role);
    const id = await importText(workspace, `All kinds, for a ${role}`);
    const client = openOwnClient({
      url: workspace.product.url,
      person: workspace.ada,
      documentId: id,
      outbox: createMemoryOutbox(),
    });
    await until('the text is here', () => client.doc.getText(textName).length > 100);
    addUnevenTable(client.doc);
    await until('the table is stored', () => client.link.pendingUpdates().length === 0);
    let changes = 0;
    client.doc.on('update', () => (changes += 1));

    const [ada, ben] = await openBothSignedIn(browser, workspace, consoleErrors);
    for (const user of [ben, ada]) {
      await openDocument(user, workspace, id);
      await expect.poll(() => wordsOf(user.page)).toContain('The end is at example.com');
      await focusText(user.page);
      for (const key of [
        'ControlOrMeta+End',
        'ArrowUp',
        'ArrowUp',
        'Home',
        'ControlOrMeta+a',
        'ArrowLeft',
        'ControlOrMeta+Home',
      ])
        await user.page.keyboard.press(key);
    }
    // After one user types, the other pages show this character and no other change.
    const before = await wordsOf(ben.page);
    expect(changes).toBe(0);
    await textOf(ada.page).press('ControlOrMeta+End');
    await ada.page.keyboard.type('!');
    await expect.poll(() => wordsOf(ben.page)).toBe(`${before}!`);
    await expect.poll(() => changes).toBe(1);
    await expect(ben.page.getByText('was undone')).toHaveCount(0);
    await expect(ben.page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
    expect(changes).toBe(1);
    client.doc.destroy();
    await ada.context.close();
    await ben.context.close();
  });
