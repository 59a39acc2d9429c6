import { z } from 'zod';
import { publicRules } from './rules.ts';
import { id } from './text.ts';
import { schemaMessage } from './field-messages.ts';

/** A mail domain, in lower case. */
export const domain = z
  .string()
  .toLowerCase()
  .regex(/^(?=.{4,253}$)([a-z0-9-]+\.)+[a-z]{2,}$/, {
    error: schemaMessage('not_domain'),
  });

/**
 * Rule of registration: anyone (`open`), invited users only (`invited`), or email addresses of one
 * domain and invited users (`domain`). `domain` is null except for the last.
 */
export const signUpRule = z
  .object({ mode: z.enum(['open', 'invited', 'domain']), domain: z.string().nullable() })
  .meta({ id: 'SignUpRule' });
/** See {@link signUpRule}. */
export type SignUpRule = z.infer<typeof signUpRule>;

/** Body of `PUT /admin/sign-up`. */
export const signUpChange = z
  .strictObject({
    mode: z.enum(['open', 'invited', 'domain']),
    domain: z.union([z.null(), domain]).optional(),
  })
  .superRefine(({ mode, domain: given }, context) => {
    if (mode === 'domain' && !given)
      context.addIssue({
        code: 'custom',
        path: ['domain'],
        message: schemaMessage('domain_required'),
      });
    if (mode !== 'domain' && given)
      context.addIssue({
        code: 'custom',
        path: ['domain'],
        message: schemaMessage('domain_unexpected'),
      });
  });
/** See {@link signUpChange}. */
export type SignUpChange = z.infer<typeof signUpChange>;

/**
 * Public settings of this server, before sign-in. `mail`: true if mail is sent, so that users can
 * reset a forgotten password themselves. `providers`: identity providers by which users may sign
 * in. `passwordSignIn`: false if they are the only way. `passkeySignIn`: users may sign in with a
 * passkey.
 */
export const publicSettings = z
  .object({
    signUp: signUpRule,
    rules: publicRules,
    demo: z.boolean(),
    mail: z.boolean(),
    providers: z.array(z.object({ id, name: z.string() })),
    passwordSignIn: z.boolean(),
    passkeySignIn: z.boolean(),
    salesMailbox: z.string().nullable(),
    supportMailbox: z.string().nullable(),
  })
  .meta({ id: 'PublicSettings' });
