import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { openTestApp, testPassword, type Member, type TestApp } from '../../app.testing.ts';

/** Returns the URN of a schema of SCIM. */
export const schema = (name: string): string => `urn:ietf:params:scim:schemas:core:2.0:${name}`;
/** URN of the schema of a PATCH. */
export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** Response of a call of a directory. Its body is what the test expects. */
export type Answer = { status: number; headers: Headers; body: Resource };
/** Union of the fields of a response. */
export type Resource = {
  id: string;
  userName: string;
  displayName: string;
  active: boolean;
  externalId: string;
  emails: { value: string }[];
  members?: { value: string }[];
  meta: { location: string };
  totalResults: number;
  startIndex: number;
  itemsPerPage: number;
  Resources: Resource[];
  detail: string;
  scimType: string;
  status: string;
  schemas: string[];
};

/** A connected directory. */
export type Directory = {
  id: string;
  token: string;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Sends a call with further headers. */
  callWith(
    headers: Readonly<Record<string, string>>,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Answer>;
  patch(path: string, ...Operations: object[]): Promise<Answer>;
};

/** Body of a new user as Microsoft Entra sends it. */
export const entraUser = (name: string) => ({
  schemas: [schema('User'), 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: `entra-${name}`,
  userName: `${name}@corp.example`,
  active: true,
  displayName: `Name of ${name}`,
  emails: [{ primary: true, type: 'work', value: `${name}@corp.example` }],
  meta: { resourceType: 'User' },
  name: { formatted: `Name of ${name}`, familyName: name, givenName: 'Name of' },
  roles: [],
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Sales' },
});

/** Creates a user of a directory. */
export const addUser = async (directory: Directory, name: string): Promise<Resource> => {
  const made = await directory.call('POST', '/Users', entraUser(name));
  expect([made.status, made.body.detail]).toEqual([201, undefined]);
  return made.body;
};

/** Returns the query of a filter. */
export const filterOf = (text: string): string => `?filter=${encodeURIComponent(text)}`;

/** The application with an administrator, listening on a port, and its directories. */
export type ScimStage = {
  readonly host: TestApp;
  readonly admin: Member;
  callAs(token: string | null, method: string, path: string, body?: unknown): Promise<Answer>;
  connect(settings?: object): Promise<Directory>;
};

/** Opens a {@link ScimStage}. */
export async function openScimStage(): Promise<ScimStage> {
  const host = await openTestApp();
  const admin = await host.member('first');
  await host.app.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(host.app.server.address() as AddressInfo).port}`;

  async function send(
    { token, headers = {} }: { token: string | null; headers?: Readonly<Record<string, string>> },
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Answer> {
    const response = await fetch(`${origin}/scim/v2${path}`, {
      method,
      headers: {
        ...headers,
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? null : JSON.parse(text)) as Resource,
    };
  }

  const callAs: ScimStage['callAs'] = (token, ...call) => send({ token }, ...call);

  async function connect(settings: object = {}): Promise<Directory> {
    const made = await admin.call('POST', '/api/v1/admin/scim-connections', {
      body: { name: 'Corp', currentPassword: testPassword, ...settings },
    });
    expect(made.status).toBe(201);
    const { id, token } = made.body as unknown as { id: string; token: string };
    const call: Directory['call'] = (method, path, body) => callAs(token, method, path, body);
    return {
      id,
      token,
      call,
      callWith: (headers, ...given) => send({ token, headers }, ...given),
      patch: (path, ...Operations) => call('PATCH', path, { schemas: [patchSchema], Operations }),
    };
  }

  return { host, admin, callAs, connect };
}
