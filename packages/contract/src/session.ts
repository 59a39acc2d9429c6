import { z } from 'zod';
import { limits } from './limits.ts';
import { id, moment, textOf } from './text.ts';

/** A signed-in device, with the user agent of its browser. `current`: the device of the caller. */
export const deviceSession = z
  .object({
    id,
    userAgent: z.string(),
    createdAt: moment,
    lastSeenAt: moment,
    current: z.boolean(),
  })
  .meta({ id: 'Session' });
/** See {@link deviceSession}. */
export type DeviceSession = z.infer<typeof deviceSession>;

/** Scope of an access token: `read` for calls that change nothing, `write` for the others. */
export const scope = z.enum(['read', 'write']);

/** An access token without its secret. `expiresAt` null: valid until it is deleted. */
export const accessToken = z
  .object({
    id,
    name: z.string(),
    scopes: z.array(scope),
    createdAt: moment,
    expiresAt: moment.nullable(),
    lastUsedAt: moment.nullable(),
  })
  .meta({ id: 'AccessToken' });
/** See {@link accessToken}. */
export type AccessToken = z.infer<typeof accessToken>;

/** A new token, the only response that contains its secret. */
export const madeAccessToken = accessToken
  .extend({ token: z.string() })
  .meta({ id: 'MadeAccessToken' });

/** Body of `POST /user/tokens`. */
export const newAccessToken = z.strictObject({
  name: textOf({ min: 1, max: limits.nameMax, trim: true, what: 'Name' }),
  scopes: z.array(scope).min(1).max(2),
  expiresAt: moment.nullable().optional(),
});
/** See {@link newAccessToken}. */
export type NewAccessToken = z.infer<typeof newAccessToken>;
