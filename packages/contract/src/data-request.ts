import { z } from 'zod';
import { moment } from './text.ts';
import { byLink } from './message.ts';
import { exportFormat } from './transfer.ts';
import { givenPassword } from './user.ts';

/** Body of `POST /admin/users/{id}/export`. `currentPassword`: that of the caller. */
export const newDataRequest = z.strictObject({ currentPassword: givenPassword.optional() });

/**
 * A link to the data of a user was mailed. `email`: the address of the user. `expiresAt`: end of
 * its validity.
 */
export const dataRequest = z
  .object({ email: z.string(), expiresAt: moment })
  .meta({ id: 'DataRequest' });
/** See {@link dataRequest}. */
export type DataRequest = z.infer<typeof dataRequest>;

/** Body of `POST /data-export`: the secret of the mailed link, and the format of the texts. */
export const dataDownload = byLink.extend({ format: exportFormat.default('markdown') });
