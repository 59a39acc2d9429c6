import { enterAsGuest, signIn, signUp, type Person, type Product } from '@longhand/driver';
import { allBlocks, p } from './blocks.ts';
import { openText, replacing, type OpenText } from './writing.ts';

/** The users of the installation; all have the driver's password. `ada` is the administrator. */
export const usernames = ['ada', 'ben', 'cleo', 'dan'] as const;

type Users = Record<(typeof usernames)[number], Person>;

/** Text that the database does not have: its process is killed before it is stored there. */
export const lastWords = 'These words were only in the journal when the process was killed.';

/** Title of the document that gets {@link lastWords}. */
export const lastTitle = 'Written last';

const linkPassword = 'a password of the link';

/** A picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Creates an installation that uses most of the product: accounts of each role, a guest, a
 * project, documents in each state, every kind of block, suggestions, comments, versions, reviews,
 * files, a template, a working copy, notifications and settings. It calls the product as its pages
 * do.
 *
 * @param product a running product without accounts
 */
export async function fillInstallation(product: Product): Promise<void> {
  const { url } = product;
  const users: Users = {
    ada: await signUp(url, 'ada', 'Ada Lovelace'),
    ben: await signUp(url, 'ben', 'Ben Ökri'),
    cleo: await signUp(url, 'cleo', 'Cleo 中文'),
    dan: await signUp(url, 'dan', 'Dan'),
  };
  const projectId = await createProject(users);
  await createBlocks(url, users, projectId);
  const reviewed = await createSuggestions(url, users, projectId);
  await createReviews(users, reviewed);
  await createStates(users, projectId);
  await createGuest(url, users, projectId);
  await createSettings(users, projectId);
  await users.ben.call('createSampleProject', {});
  const { id } = await users.ada.call('createDocument', { body: { title: lastTitle } });
  const text = await openText(url, users.ada, id);
  await text.write(() => ({ type: 'doc', content: [p('The first line is in the database.')] }));
  text.close();
}

/** Opens the document that gets {@link lastWords}. */
export async function openLastText({ url }: Product): Promise<OpenText> {
  const ada = await signIn(url, 'ada');
  const { items } = await ada.call('listDocuments', {});
  return openText(url, ada, items.find(({ title }) => title === lastTitle)?.id ?? '');
}

/** Adds a paragraph with {@link lastWords}, and waits until it is acknowledged. */
export const writeLastWords = (text: OpenText): Promise<void> =>
  text.write(({ content = [], ...doc }) => ({ ...doc, content: [...content, p(lastWords)] }));

async function createProject({ ada }: Users): Promise<string> {
  const description = 'Stories that are told at sea.';
  const { id } = await ada.call('createProject', { body: { name: 'Sea letters', description } });
  for (const [usernameOrEmail, role] of [
    ['ben', 'editor'],
    ['cleo', 'reviewer'],
  ] as const)
    await ada.call('addProjectCollaborator', {
      params: { id },
      body: { usernameOrEmail, role },
    });
  return id;
}

async function createDocument(person: Person, projectId: string, title: string): Promise<string> {
  const params = { id: projectId };
  return (await person.call('createProjectDocument', { params, body: { title } })).id;
}

async function addFile(
  url: string,
  person: Person,
  documentId: string,
  [name, type, bytes]: [string, string, Uint8Array<ArrayBuffer>],
): Promise<{ url: string; name: string; size: number }> {
  const form = new FormData();
  form.append('file', new Blob([bytes], { type }), name);
  const token = /XSRF-TOKEN=([^;]*)/.exec(person.cookie())?.[1] ?? '';
  const answer = await fetch(`${url}/api/v1/documents/${documentId}/files`, {
    method: 'POST',
    headers: { cookie: person.cookie(), 'x-xsrf-token': decodeURIComponent(token) },
    body: form,
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as { url: string; name: string; size: number };
}

/** Creates a document with every kind of block, files, and comments of each kind. */
async function createBlocks(url: string, users: Users, projectId: string): Promise<void> {
  const { ada, ben, cleo } = users;
  const id = await createDocument(ada, projectId, 'Every block');
  const params = { id };
  const picture = await addFile(url, ada, id, ['lighthouse.png', 'image/png', png]);
  const notes = new TextEncoder().encode('Notes in an attachment.\n');
  const attachment = await addFile(url, ben, id, ['notes.txt', 'text/plain', notes]);
  const text = await openText(url, ada, id);
  await text.write(() => allBlocks({ picture: picture.url, attachment, user: ben.user }));
  const anchor = text.anchorOf('Mind the gap.');
  text.close();
  const body = 'Which gap, @ben?';
  const thread = await cleo.call('createComment', { params, body: { body, anchor } });
  await ben.call('createComment', { params, body: { body: 'That one.', parentId: thread.id } });
  await ada.call('addReaction', { params: { id, commentId: thread.id, kind: 'heart' } });
  const task = { body: 'Check the sum.', assigneeId: ben.user.id, dueOn: '2026-12-24' };
  await ada.call('createComment', { params, body: task });
  const settled = await ada.call('createComment', { params, body: { body: 'A settled point.' } });
  await ada.call('updateComment', {
    params: { id, commentId: settled.id },
    body: { resolved: true },
  });
  await ada.call('createVersion', { params, body: { name: 'With every block' } });
}

/** Creates a document with suggestions of two users, and returns its id. */
async function createSuggestions(url: string, users: Users, projectId: string): Promise<string> {
  const { ada, ben, cleo } = users;
  const id = await createDocument(ben, projectId, 'A letter with suggestions');
  const at = Date.UTC(2026, 10, 28);
  const texts = [await openText(url, ben, id), await openText(url, cleo, id)] as const;
  await texts[0].write(() => ({
    type: 'doc',
    content: [p('It was a dark and stormy night.'), p('The rain fell in torrents.')],
  }));
  await ben.call('createVersion', { params: { id }, body: { name: 'Before the suggestions' } });
  const byBen = { kind: 'suggestion', id: 'suggestion-of-ben', by: ben.user.id, at } as const;
  await texts[0].write(replacing('stormy', 'windy'), byBen);
  const byCleo = { kind: 'suggestion', id: 'suggestion-of-cleo', by: cleo.user.id, at } as const;
  await texts[1].write(replacing(' in torrents', ''), byCleo);
  for (const text of texts) text.close();
  await ada.call('createComment', {
    params: { id },
    body: { body: 'I agree with Cleo.', suggestionId: 'suggestion-of-cleo' },
  });
  return id;
}

/** Creates a round that all reviewers have approved, and an open one. */
async function createReviews({ ada, ben, cleo }: Users, id: string): Promise<void> {
  const params = { id };
  const first = await ben.call('createReview', {
    params,
    body: { reviewerIds: [ada.user.id], message: 'Please read it.', laterEdits: 'keep' },
  });
  await ada.call('answerReview', {
    params: { id, reviewId: first.id },
    body: { verdict: 'approved', words: 'Good as it is.' },
  });
  const second = await ben.call('createReview', {
    params,
    body: { reviewerIds: [ada.user.id, cleo.user.id], dueOn: '2027-01-15' },
  });
  await cleo.call('answerReview', {
    params: { id, reviewId: second.id },
    body: { verdict: 'work_needed', words: 'The rain is still in it.' },
  });
}

/** Creates documents that are a template, locked, archived, in the trash, a working copy. */
async function createStates({ ada, ben }: Users, projectId: string): Promise<void> {
  const newOf = (title: string): Promise<string> => createDocument(ada, projectId, title);
  const template = { id: await newOf('A template for {{name}}') };
  await ada.call('saveAsTemplate', { params: template });
  const locked = { id: await newOf('Locked') };
  await ada.call('lockDocument', { params: locked });
  await ada.call('archiveDocument', { params: { id: await newOf('Archived') } });
  await ada.call('deleteDocument', { params: { id: await newOf('In the trash') }, body: {} });
  const planned = { id: await newOf('Planned') };
  const goal = { words: 5_000, dueOn: '2027-02-01' };
  const status = 'in_review' as const;
  await ada.call('updateDocument', { params: planned, body: { goal, status, language: 'de' } });
  await ada.call('setTags', { params: planned, body: { tags: ['sea', 'Möwe'] } });
  await ben.call('addFavourite', { params: planned });
  const published = { id: await newOf('Published') };
  await ada.call('updateDocument', { params: published, body: { status: 'published' } });
  await ada.call('createWorkingCopy', { params: published });
  await ada.call('archiveProject', {
    params: { id: (await ada.call('createProject', { body: { name: 'An old project' } })).id },
  });
}

/** Creates a document of which a guest has written a part. */
async function createGuest(url: string, { ada }: Users, projectId: string): Promise<void> {
  const id = await createDocument(ada, projectId, 'Written with a guest');
  const { token } = await ada.call('createGuestLink', {
    params: { id },
    body: { role: 'editor', password: linkPassword },
  });
  const guest = await enterAsGuest(url, { token, name: 'Gustav', password: linkPassword });
  const text = await openText(url, guest, id);
  await text.write(() => ({ type: 'doc', content: [p('A guest wrote this.')] }));
  text.close();
}

/** Creates what belongs to users and to the installation, not to a document. */
async function createSettings({ ada, ben, dan }: Users, projectId: string): Promise<void> {
  const params = { id: projectId };
  await ben.call('setProjectWatch', { params, body: { watching: true } });
  const settings = await ben.call('getNotificationSettings', {});
  await ben.call('setNotificationSettings', { body: { ...settings, dailyAt: 7 } });
  await ben.call('createToken', { body: { name: 'A program', scopes: ['read'] } });
  await ada.call('createInvitation', {
    params,
    body: { role: 'viewer', email: 'eve@example.org' },
  });
  await dan.call('askForProject', { params, body: { message: 'May I read along?' } });
  await ada.call('createAnnouncement', { body: { text: 'The server moves on Sunday.' } });
  const email = 'visitor@example.org';
  const message = { name: 'A visitor', email, subject: 'Question', message: 'How much is it?' };
  await dan.call('sendMessage', { body: message });
  await dan.call('subscribe', { body: { email } });
}
