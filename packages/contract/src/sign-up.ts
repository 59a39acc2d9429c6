import { z } from 'zod';

const domain = z
  .string()
  .toLowerCase()
  .regex(/^(?=.{4,253}$)([a-z0-9-]+\.)+[a-z]{2,}$/, { error: 'This has to be a domain such as example.org' });

/**
 * Who may make an account: anyone (`open`), people who were invited, or people with an address of one domain, and who was
 * invited. `domain` is null but for the last.
 */
export const signUpRule = z
  .object({ mode: z.enum(['open', 'invited', 'domain']), domain: z.string().nullable() })
  .meta({ id: 'SignUpRule' });
/** See {@link signUpRule}. */
export type SignUpRule = z.infer<typeof signUpRule>;

/** Body of `PUT /admin/sign-up`. */
export const signUpChange = z
  .strictObject({ mode: z.enum(['open', 'invited', 'domain']), domain: z.union([z.null(), domain]).optional() })
  .superRefine(({ mode, domain: given }, context) => {
    if (mode === 'domain' && !given) context.addIssue({ code: 'custom', path: ['domain'], message: 'A domain is required' });
    if (mode !== 'domain' && given)
      context.addIssue({ code: 'custom', path: ['domain'], message: 'Only the mode domain has one' });
  });
/** See {@link signUpChange}. */
export type SignUpChange = z.infer<typeof signUpChange>;

/**
 * What a page has to know of this server before anybody signs in. `mail`: whether mail goes out, and so whether a forgotten
 * password can be put right by oneself.
 */
export const publicSettings = z
  .object({
    signUp: signUpRule,
    demo: z.boolean(),
    mail: z.boolean(),
    salesMailbox: z.string().nullable(),
    supportMailbox: z.string().nullable(),
  })
  .meta({ id: 'PublicSettings' });
