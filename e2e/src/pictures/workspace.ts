import { readFileSync } from 'node:fs';
import { signUp, type Person } from '@longhand/driver';

type Status = 'draft' | 'in_review' | 'approved' | 'published';
type SampleText = { readonly title: string; readonly status: Status; readonly text: string };

/**
 * Reads a text of the demo's workspace, so that the pictures show what visitors of the demo find.
 */
function demoText(name: string): string {
  return readFileSync(
    new URL(`../../../apps/server/src/features/demo/texts/${name}.md`, import.meta.url),
    'utf8',
  );
}

/** Title of the document that the pictures show. */
const mainTitle = 'Letter to our readers';

const sampleTexts: readonly SampleText[] = [
  {
    title: mainTitle,
    status: 'in_review',
    text: `We started this paper in a kitchen, with one typewriter and four opinions about commas. It has grown since. Nobody remembers who won.

The opinions have grown too, and so has the table we have them at. Sit down with us.

## What is in this issue

- A lighthouse keeper who gets up for the hour before five
- Six kitchens, and what is eaten in them when nobody is watching
- Your letters, with names where you wanted them

## What we cut

Two paragraphs about ice on the inside of windows. They were good. They were about something else.

> A page is finished when somebody else has read it aloud.
`,
  },
  { title: 'Spring issue, the plan', status: 'draft', text: demoText('plan') },
  {
    title: 'Six kitchens at five in the morning',
    status: 'draft',
    text: 'The first kitchen belongs to a baker, who does not bake at home. There is one chair in it, and a radio that is never switched off.\n',
  },
  { title: 'Interview with a lighthouse keeper', status: 'in_review', text: demoText('interview') },
  { title: 'How we write here', status: 'approved', text: demoText('style') },
  {
    title: 'Night trains, a table of departures',
    status: 'approved',
    text: 'Eleven trains still leave after midnight. We took four of them, and slept in none. This is what the conductors told us.\n',
  },
  { title: 'Leftovers of the winter issue', status: 'published', text: demoText('leftovers') },
];

/** The workspace of a small magazine: two users, a project, documents in every status. */
export type Workspace = {
  readonly ines: Person;
  readonly tomas: Person;
  readonly projectId: string;
  readonly documentId: string;
};

/** Creates the workspace that the pictures show. */
export async function createWorkspace(url: string): Promise<Workspace> {
  // The first user becomes administrator and has additional menu entries, so the photographed user
  // is the second.
  const tomas = await signUp(url, 'tomas', 'Tomás Rey');
  const ines = await signUp(url, 'ines', 'Ines Carvalho');
  const { id: projectId } = await ines.call('createProject', {
    body: {
      name: 'Spring issue',
      description: 'What do people do with an hour that nobody asks them about?',
    },
  });
  const params = { id: projectId };
  await ines.call('addProjectCollaborator', {
    params,
    body: { usernameOrEmail: 'tomas', role: 'editor' },
  });
  await importTexts(url, ines, projectId);
  const documents = (await ines.call('listProjectDocuments', { params })).items;
  const idOf = (title: string): string => {
    const found = documents.find((document) => document.title === title);
    if (found === undefined)
      throw new Error(
        `There is no document ${title}, only ${documents.map((one) => one.title).join(', ')}`,
      );
    return found.id;
  };
  for (const { title, status } of sampleTexts)
    await ines.call('updateDocument', { params: { id: idOf(title) }, body: { status } });
  await ines.call('reorderDocuments', {
    params,
    body: { documentIds: sampleTexts.map(({ title }) => idOf(title)) },
  });
  return { ines, tomas, projectId, documentId: idOf(mainTitle) };
}

/** Imports the texts as files, and waits until they are documents with a word count. */
async function importTexts(url: string, person: Person, projectId: string): Promise<void> {
  const form = new FormData();
  for (const { title, text } of sampleTexts)
    form.append('file', new Blob([text], { type: 'text/markdown' }), `${title}.md`);
  const token = /XSRF-TOKEN=([^;]*)/.exec(person.cookie())?.[1] ?? '';
  const answer = await fetch(`${url}/api/v1/projects/${projectId}/import`, {
    method: 'POST',
    headers: { cookie: person.cookie(), 'x-xsrf-token': decodeURIComponent(token) },
    body: form,
  });
  if (!answer.ok) throw new Error(await answer.text());
  const until = Date.now() + 60_000;
  for (;;) {
    const { items } = await person.call('listProjectDocuments', { params: { id: projectId } });
    if (items.length === sampleTexts.length && items.every(({ wordCount }) => wordCount > 0))
      return;
    if (Date.now() > until)
      throw new Error(`Only ${items.length} of ${sampleTexts.length} texts came in.`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
