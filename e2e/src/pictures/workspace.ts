import { signUp, type Person } from '@longhand/driver';
import type { PictureTexts } from './texts.ts';

/** The workspace of a small magazine: two users, a project, documents in every status. */
export type Workspace = {
  readonly ines: Person;
  readonly tomas: Person;
  readonly projectId: string;
  readonly documentId: string;
};

/** Creates the workspace that the pictures show. */
export async function createWorkspace(url: string, texts: PictureTexts): Promise<Workspace> {
  const { project, documents: samples } = texts;
  // The first user becomes administrator and has additional menu entries, so the photographed user
  // is the second.
  const tomas = await signUp(url, 'tomas', 'Tomás Rey');
  const ines = await signUp(url, 'ines', 'Ines Carvalho');
  const { id: projectId } = await ines.call('createProject', {
    body: project,
  });
  const params = { id: projectId };
  await ines.call('addProjectCollaborator', {
    params,
    body: { usernameOrEmail: 'tomas', role: 'editor' },
  });
  await importTexts({ url, person: ines, projectId }, samples);
  const documents = (await ines.call('listProjectDocuments', { params })).items;
  const idOf = (title: string): string => {
    const found = documents.find((document) => document.title === title);
    if (found === undefined)
      throw new Error(
        `There is no document ${title}, only ${documents.map((one) => one.title).join(', ')}`,
      );
    return found.id;
  };
  for (const { title, status } of samples)
    await ines.call('updateDocument', { params: { id: idOf(title) }, body: { status } });
  await ines.call('reorderDocuments', {
    params,
    body: { documentIds: samples.map(({ title }) => idOf(title)) },
  });
  return { ines, tomas, projectId, documentId: idOf(samples[0]?.title ?? '') };
}

/** Imports the texts as files, and waits until they are documents with a word count. */
async function importTexts(
  { url, person, projectId }: { url: string; person: Person; projectId: string },
  samples: PictureTexts['documents'],
): Promise<void> {
  const form = new FormData();
  for (const { title, text } of samples)
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
    if (items.length === samples.length && items.every(({ wordCount }) => wordCount > 0)) return;
    if (Date.now() > until)
      throw new Error(`Only ${items.length} of ${samples.length} texts came in.`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
