import { z } from 'zod';
import { linkRule } from './identity.ts';
import { limits } from './limits.ts';
import { domain } from './sign-up.ts';
import { id, moment, textOf } from './text.ts';
import { givenPassword } from './user.ts';

/**
 * A directory that provisions users and groups by SCIM. `linkRule`: whether it takes over an
 * account with the same address, which was confirmed here. `baseUrl`: address to enter there.
 * `userCount`: number of its users. Its token is returned once, when it is created.
 */
export const scimConnection = z
  .object({
    id,
    name: z.string(),
    linkRule,
    linkDomains: z.array(z.string()),
    baseUrl: z.string(),
    userCount: z.int(),
    createdAt: moment,
    lastUsedAt: moment.nullable(),
  })
  .meta({ id: 'ScimConnection' });
/** See {@link scimConnection}. */
export type ScimConnection = z.infer<typeof scimConnection>;

/** A new connection with its token. */
export const createdScimConnection = scimConnection
  .extend({ token: z.string() })
  .meta({ id: 'CreatedScimConnection' });

/** Body of `POST /admin/scim-connections`. `currentPassword`: that of the caller. */
export const newScimConnection = z.strictObject({
  name: textOf({ min: 1, max: limits.providerNameMax, trim: true, what: 'Name' }),
  linkRule: linkRule.default('never'),
  linkDomains: z.array(domain).max(limits.providerDomainsMax).default([]),
  currentPassword: givenPassword.optional(),
});
/** See {@link newScimConnection}. */
export type NewScimConnection = z.input<typeof newScimConnection>;
