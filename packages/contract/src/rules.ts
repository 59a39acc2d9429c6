import { z } from 'zod';
import { limits } from './limits.ts';

const days = (max: number) => z.int().min(1).max(max);

/**
 * Rules that administrators set for this server.
 * - `sessionDays`: days without use after which a session ends; `sessionMaxDays`: days after the
 *   sign-in when it ends in any case, or null.
 * - `guestLinks`: true if documents may be shared with guests by links, for at most
 *   `guestLinkDays`.
 * - `projectCreators`: the users who may create projects.
 * - `trashDays`: days in the trash before permanent deletion.
 * - `versionDays`: days after which automatic versions are deleted; null: never. Named and approved
 *   versions, and those of reviews and working copies, are kept.
 * - `secondFactor`: the users who need a second factor to sign in with a password. Sign-in through
 *   an identity provider is not concerned.
 */
export const serverRules = z
  .object({
    sessionDays: days(limits.sessionDays),
    sessionMaxDays: days(limits.sessionMaxDaysMax).nullable(),
    guestLinks: z.boolean(),
    guestLinkDays: days(limits.invitationDaysMax),
    projectCreators: z.enum(['everyone', 'administrators']),
    trashDays: days(limits.trashDaysMax),
    versionDays: days(limits.versionDaysMax).nullable(),
    secondFactor: z.enum(['optional', 'administrators', 'everyone']),
  })
  .meta({ id: 'ServerRules' });
/** See {@link serverRules}. */
export type ServerRules = z.infer<typeof serverRules>;

/** Body of `PUT /admin/rules`. */
export const serverRulesChange = z.strictObject(serverRules.shape);

/** The rules that pages need before sign-in and for all users. */
export const publicRules = serverRules.pick({
  guestLinks: true,
  guestLinkDays: true,
  projectCreators: true,
  trashDays: true,
});
