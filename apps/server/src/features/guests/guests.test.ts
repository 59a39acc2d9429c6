import { afterAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import {
  endpoints,
  type AdminGuestLink,
  type Endpoint,
  type GuestLink,
  type NewGuestLink,
} from '@longhand/contract';
import {
  makeDocument,
  makeProject,
  openTestApp,
  testPassword,
  type Member,
  type TestBrowser,
} from '../../app.testing.ts';
import {
  enter,
  enterAsGuest,
  makeGuestLink,
  makeSharedDocument,
  type MadeLink,
} from './guests.testing.ts';

const host = await openTestApp({ LIMIT_LOGIN_ATTEMPTS: '100000', PUBLIC_URL: 'http://127.0.0.1' });
const port = await host.listen();
const [ada, ben] = await host.members('ada', 'ben');
afterAll(() => host.close());

const newDocument = () => makeSharedDocument(ada, ben);
const makeLink = (documentId: string, given: Partial<NewGuestLink> = {}, by = ada) =>
  makeGuestLink(by, documentId, given);
const guestOf = (link: MadeLink, name?: string) => enterAsGuest(host, link, name);

/** Opens a socket to a document and records its close code. */
function openSocket(visitor: TestBrowser, documentId: string) {
  const cookie = `session=${visitor.cookies.get('session')}`;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/collab/${documentId}`, {
    headers: { cookie },
  });
  let code: number | null = null;
  socket.on('close', (closed) => void (code = closed));
  return {
    socket,
    heard: new Promise((resolve) => socket.once('message', resolve)),
    ended: () => code,
  };
}

describe('a guest', () => {
  test('enters with a name, reads and comments under it, and has no access elsewhere', async () => {
    const [documentId, other] = [await newDocument(), await newDocument()];
    const link = await makeLink(documentId);
    expect(link.link).toBe(`http://127.0.0.1/guest#token=${link.token}`);
    const stranger = host.visitor();
    const look = await stranger.call('POST', '/api/v1/guest-links/look', {
      body: { token: link.token },
    });
    const offered = {
      role: 'reviewer',
      inviterName: 'Name of ada',
      title: 'A letter',
      needsPassword: false,
    };
    expect(look.body).toEqual({ ...offered, expiresAt: link.expiresAt });
    const { visitor, guest } = await guestOf(link, 'Eve (Guest)');
    expect(guest).toMatchObject({
      user: { name: '(guest) Eve', username: '' },
      documentId,
      role: 'reviewer',
    });
    expect((await visitor.call('GET', '/api/v1/guest')).body).toEqual(guest);
    expect((await visitor.call('GET', `/api/v1/documents/${documentId}`)).body).toMatchObject({
      role: 'reviewer',
    });
    const said = await visitor.call('POST', `/api/v1/documents/${documentId}/comments`, {
      body: { body: 'Is this so?' },
    });
    expect([said.status, said.body.user ?? null]).toEqual([201, null]);
    const threads = (await ada.call('GET', `/api/v1/documents/${documentId}/comments`)).body.items;
    expect(threads).toMatchObject([{ body: 'Is this so?', author: { name: '(guest) Eve' } }]);
    const people = (await visitor.call('GET', `/api/v1/documents/${documentId}/collaborators`)).body
      .items;
    expect(people.map(({ user }) => [user.name, user.username])).toEqual([['(guest) Eve', '']]);
    expect((await visitor.call('GET', `/api/v1/documents/${other}`)).status).toBe(404);
    expect(
      (
        await visitor.call('PATCH', `/api/v1/documents/${documentId}`, {
          body: { status: 'draft' },
        })
      ).status,
    ).toBe(403);
    for (const path of ['search?q=letter', 'collaborators'])
      expect(JSON.stringify((await ben.call('GET', `/api/v1/${path}`)).body)).not.toContain('Eve');
    expect(JSON.stringify((await ada.call('GET', '/api/v1/admin/users')).body)).not.toContain(
      'Eve',
    );
  });

  test('is refused with 401 by every call that is not open to guests', async () => {
    const { visitor } = await guestOf(await makeLink(await newDocument(), { role: 'editor' }));
    const all = Object.entries(endpoints) as [string, Endpoint][];
    const theirs = all.filter(([, { access, guests }]) => access !== 'public' && !guests);
    expect(theirs.length).toBeGreaterThan(80);
    for (const [name, { method, path }] of theirs) {
      const url = path.replaceAll(/\{\w+\}/g, crypto.randomUUID());
      const { status } = await visitor.call(method, url, method === 'GET' ? {} : { body: {} });
      expect([name, status]).toEqual([name, 401]);
    }
    expect((await visitor.call('GET', '/api/v1/user/me')).status).toBe(401);
  });

  test('cannot sign in or reset a password, become an owner, be handed the document, or be a reviewer', async () => {
    const draft = (await makeDocument(ada, null)).id;
    const { guest } = await guestOf(await makeLink(draft));
    const address = `${guest.user.id}@guest.invalid`;
    const stranger = host.visitor();
    for (const username of [`guest ${guest.user.id}`, address]) {
      const login = { username, password: 'x'.repeat(12) };
      expect((await stranger.call('POST', '/api/v1/login', { body: login })).status).toBe(401);
    }
    await stranger.call('POST', '/api/v1/password/forgot', { body: { email: address } });
    const { jobs, db } = host;
    await jobs.runDue();
    const links = db
      .selectFrom('account_links')
      .select('kind')
      .where('user_id', '=', guest.user.id);
    expect(await links.execute()).toEqual([]);
    const place = `/api/v1/documents/${draft}/collaborators/${guest.user.id}`;
    expect((await ada.call('PATCH', place, { body: { role: 'owner' } })).status).toBe(403);
    const handed = await ada.call('POST', `/api/v1/documents/${draft}/owner`, {
      body: { userId: guest.user.id },
    });
    expect([handed.status, handed.body.code]).toEqual([404, 'user_not_found']);
    const asked = await ada.call('POST', `/api/v1/documents/${draft}/reviews`, {
      body: { reviewerIds: [guest.user.id] },
    });
    expect(asked.body.code).toBe('cannot_review');
    const { items } = (await ada.call('GET', `/api/v1/documents/${draft}/collaborators`)).body;
    expect(items).toContainEqual(
      expect.objectContaining({ through: 'link', role: 'reviewer', canReview: false }),
    );
  });
});

describe('a guest link', () => {
  test('is created, listed and ended by owners; its guests and their open connections end immediately', async () => {
    const documentId = await newDocument();
    const link = await makeLink(documentId, { role: 'editor' });
    const { visitor } = await guestOf(link);
    const list = async () =>
      (await ben.call('GET', `/api/v1/documents/${documentId}/guest-links`)).body
        .items as unknown as GuestLink[];
    expect(await list()).toMatchObject([
      { id: link.id, role: 'editor', hasPassword: false, guestCount: 1 },
    ]);
    expect(JSON.stringify(await list())).not.toContain(link.token);
    expect(
      (await host.db.selectFrom('guest_links').selectAll().execute()).some((row) =>
        JSON.stringify(row).includes(link.token),
      ),
    ).toBe(false);
    const { socket, heard, ended } = openSocket(visitor, documentId);
    await heard;
    const end = () => ben.call('DELETE', `/api/v1/documents/${documentId}/guest-links/${link.id}`);
    expect((await end()).status).toBe(204);
    await expect.poll(ended).toBe(4401);
    expect((await visitor.call('GET', `/api/v1/documents/${documentId}`)).status).toBe(401);
    expect((await visitor.call('GET', '/api/v1/guest')).status).toBe(401);
    expect((await enter(host.visitor(), link.token)).body.code).toBe('link_ended');
    expect([(await end()).status, await list()]).toEqual([404, []]);
    socket.close();
  });

  test('with a password requires it, and counts attempts per link across all addresses', async () => {
    const link = await makeLink(await newDocument(), { password: 'open sesame' });
    const stored = await host.db
      .selectFrom('guest_links')
      .selectAll()
      .where('id', '=', link.id)
      .executeTakeFirstOrThrow();
    expect(stored.password_hash).toMatch(/^\$argon2id\$/);
    const look = await host
      .visitor()
      .call('POST', '/api/v1/guest-links/look', { body: { token: link.token } });
    expect(look.body).toMatchObject({ needsPassword: true, title: null });
    expect((await enter(host.visitor(), link.token)).body.code).toBe('wrong_link_password');
    expect((await enter(host.visitor(), link.token, { password: 'open sesame' })).status).toBe(201);
    const statuses = [];
    for (let count = 0; count < 12; count += 1) {
      statuses.push(
        (await enter(host.visitor(), link.token, { password: `guess ${count}` })).status,
      );
    }
    expect(statuses.filter((status) => status === 403)).toHaveLength(9);
    expect((await enter(host.visitor(), link.token, { password: 'open sesame' })).status).toBe(429);
  });

  test('expires at its time, also for guests who have entered and their open connections', async () => {
    const documentId = await newDocument();
    const link = await makeLink(documentId, { expiresInDays: 1 });
    const { visitor } = await guestOf(link);
    host.pass(86_400_000 - 200);
    const { heard, ended } = openSocket(visitor, documentId);
    await heard;
    expect((await visitor.call('GET', '/api/v1/guest')).status).toBe(200);
    host.pass(400);
    await expect.poll(ended).toBe(4401);
    expect((await visitor.call('GET', `/api/v1/documents/${documentId}`)).status).toBe(401);
    expect((await enter(host.visitor(), link.token)).body.code).toBe('link_ended');
  });

  test('ends when its creator loses the right to share, and when the document is deleted', async () => {
    const project = await makeProject(ada, [[ben, 'owner']]);
    const documentId = (await makeDocument(ada, project.id)).id;
    const [byBen, byAda] = [await makeLink(documentId, {}, ben), await makeLink(documentId)];
    await ada.call('PATCH', `/api/v1/projects/${project.id}/collaborators/${ben.user.id}`, {
      body: { role: 'editor' },
    });
    expect((await enter(host.visitor(), byBen.token)).body.code).toBe('link_ended');
    expect((await enter(host.visitor(), byAda.token)).status).toBe(201);
    await ada.call('POST', `/api/v1/documents/${documentId}/delete`);
    expect((await enter(host.visitor(), byAda.token)).body.code).toBe('link_ended');
  });

  test.each([
    ['is removed from the project', (place: string) => ada.call('DELETE', place)],
    [
      'becomes an editor',
      (place: string) => ada.call('PATCH', place, { body: { role: 'editor' } }),
    ],
    ['leaves the project', (place: string, cleo: Member) => cleo.call('DELETE', place)],
    [
      'is disabled',
      (_: string, { user }: Member) =>
        ada.call('PATCH', `/api/v1/admin/users/${user.id}`, { body: { disabled: true } }),
    ],
    [
      'deletes their account',
      (_: string, cleo: Member) =>
        cleo.call('DELETE', '/api/v1/user', { body: { currentPassword: testPassword } }),
    ],
  ])(
    'ends when its creator %s; its guests and their open connections end immediately',
    async (how, end) => {
      const cleo = await host.member(`cleo.${how.replaceAll(' ', '.')}`);
      const project = await makeProject(ada, [[cleo, 'owner']]);
      const documentId = (await makeDocument(ada, project.id)).id;
      const [hers, other] = [
        await makeLink(documentId, { role: 'editor' }, cleo),
        await makeLink(documentId),
      ];
      const [{ visitor, guest }, stays] = [await guestOf(hers), await guestOf(other)];
      const { heard, ended } = openSocket(visitor, documentId);
      await heard;
      const answer = await end(
        `/api/v1/projects/${project.id}/collaborators/${cleo.user.id}`,
        cleo,
      );
      expect([200, 204]).toContain(answer.status);
      await expect.poll(ended).toBe(4401);
      expect((await visitor.call('GET', `/api/v1/documents/${documentId}`)).status).toBe(401);
      expect((await enter(host.visitor(), hers.token)).body.code).toBe('link_ended');
      expect(
        await host.db
          .selectFrom('sessions')
          .select('id')
          .where('user_id', '=', guest.user.id)
          .execute(),
      ).toEqual([]);
      const links = (await ada.call('GET', `/api/v1/documents/${documentId}/guest-links`)).body
        .items;
      expect(links.map(({ id }) => id)).toEqual([other.id]);
      expect((await stays.visitor.call('GET', `/api/v1/documents/${documentId}`)).status).toBe(200);
      const noted = await host.db
        .selectFrom('audit_log')
        .select('action')
        .where('target', '=', hers.id)
        .execute();
      expect(noted.map(({ action }) => action).toSorted()).toEqual([
        'guest.entered',
        'guest_link.ended',
        'guest_link.made',
      ]);
    },
  );

  test.each([
    ['is removed from it', 'DELETE', {}],
    ['becomes an editor of it', 'PATCH', { body: { role: 'editor' } }],
  ])(
    'of a document that is shared by itself ends when its creator %s',
    async (how, method, change) => {
      const cleo = await host.member(`cleo.${how.replaceAll(' ', '.')}`);
      const documentId = (await makeDocument(ada, null)).id;
      const collaborators = `/api/v1/documents/${documentId}/collaborators`;
      const body = { usernameOrEmail: cleo.user.username, role: 'owner' };
      expect((await ada.call('POST', collaborators, { body })).status).toBe(201);
      const link = await makeLink(documentId, {}, cleo);
      const { visitor } = await guestOf(link);
      const { status } = await ada.call(method, `${collaborators}/${cleo.user.id}`, change);
      expect([200, 204]).toContain(status);
      expect((await visitor.call('GET', `/api/v1/documents/${documentId}`)).status).toBe(401);
      expect((await enter(host.visitor(), link.token)).body.code).toBe('link_ended');
    },
  );

  test('ends when the document moves to a project where its creator is not an owner', async () => {
    const [from, to] = [
      await makeProject(ada, [[ben, 'owner']]),
      await makeProject(ada, [[ben, 'viewer']]),
    ];
    const documentId = (await makeDocument(ada, from.id)).id;
    const link = await makeLink(documentId, {}, ben);
    const { visitor } = await guestOf(link);
    const { heard, ended } = openSocket(visitor, documentId);
    await heard;
    expect(
      (await ada.call('PATCH', `/api/v1/documents/${documentId}`, { body: { projectId: to.id } }))
        .status,
    ).toBe(200);
    await expect.poll(ended).not.toBe(null);
    expect((await visitor.call('GET', `/api/v1/documents/${documentId}`)).status).toBe(401);
  });

  test('refuses signed-in users, more than the maximum number of guests, and invalid names', async () => {
    const link = await makeLink(await newDocument());
    const answer = await enter(ben, link.token);
    expect([answer.status, answer.body.code]).toEqual([409, 'guest_signed_in']);
    expect((await ben.call('GET', '/api/v1/user/me')).status).toBe(200);
    for (const name of ['', '   ', 'x'.repeat(81), 'a\u202eb', `Bea Boss${'\u3164'.repeat(70)}`, 7])
      expect((await enter(host.visitor(), link.token, { name })).status).toBe(422);
    expect((await enter(host.visitor(), 'made up')).status).toBe(404);
    for (let count = 0; count < 100; count += 1)
      expect((await enter(host.visitor(), link.token)).status).toBe(201);
    expect((await enter(host.visitor(), link.token)).status).toBe(429);
  });
});

describe('administrators', () => {
  test('see all active guest links without titles, and can end a link, which is audited and ends its guests', async () => {
    const documentId = await newDocument();
    const link = await makeLink(documentId, { role: 'editor', password: 'only for us' });
    await makeLink(documentId, { role: 'viewer' });
    const { visitor } = await guestOf(await makeLink(documentId, {}));
    const admin = await host.member('root');
    await host.db
      .updateTable('users')
      .set({ is_admin: true })
      .where('id', '=', admin.user.id)
      .execute();
    const listed = await admin.call('GET', '/api/v1/admin/guest-links?limit=3');
    const { items } = listed.body as unknown as { items: AdminGuestLink[] };
    expect(
      items.map(({ role, hasPassword, title, guestCount }) => [
        role,
        hasPassword,
        title,
        guestCount,
      ]),
    ).toEqual([
      ['reviewer', false, null, 1],
      ['viewer', false, null, 0],
      ['editor', true, null, 0],
    ]);
    expect(items.map(({ lastUsedAt }) => lastUsedAt !== null)).toEqual([true, false, false]);
    expect(JSON.stringify(items)).not.toContain(link.token);
    expect((await ben.call('GET', '/api/v1/admin/guest-links')).status).toBe(403);
    expect((await visitor.call('GET', '/api/v1/guest')).status).toBe(200);
    const target = items[0]?.id ?? '';
    expect((await admin.call('DELETE', `/api/v1/admin/guest-links/${target}`)).status).toBe(204);
    expect((await admin.call('DELETE', `/api/v1/admin/guest-links/${target}`)).status).toBe(404);
    expect((await visitor.call('GET', '/api/v1/guest')).status).toBe(401);
    const noted = await host.db
      .selectFrom('audit_log')
      .selectAll()
      .where('target', '=', target)
      .execute();
    expect(noted.map(({ action, actor_id: by }) => [action, by])).toContainEqual([
      'guest_link.ended',
      admin.user.id,
    ]);
  });
});
