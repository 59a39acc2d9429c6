import { z } from 'zod';
import { languages } from './languages.ts';
import { limits } from './limits.ts';
import { id, moment, textOf } from './text.ts';
import { schemaMessage } from './field-messages.ts';

/** True if a name has letters of two alphabets among those with many lookalike letters. */
function mixesAlphabets(text: string): boolean {
  const alphabets = [
    /\p{Script=Latin}/u,
    /\p{Script=Cyrillic}/u,
    /\p{Script=Greek}/u,
    /\p{Script=Armenian}/u,
  ];
  return alphabets.filter((alphabet) => alphabet.test(text)).length > 1;
}

/** A username: letters, digits, `.`, `_`, `-`. Compared case-insensitively. */
export const username = textOf({
  min: limits.usernameMin,
  max: limits.usernameMax,
  what: 'Username',
})
  .regex(/^[\p{L}\p{M}\p{N}._-]*$/u, {
    error: schemaMessage('username_characters'),
  })
  .refine((text) => !mixesAlphabets(text), {
    error: schemaMessage('username_alphabets'),
  });

/**
 * Invisible characters that change the order of text, break lines or take space. A name with them
 * could imitate another name or several names, or move the text after it out of sight. Source:
 * Unicode, Default_Ignorable_Code_Point; U+2800 is a blank pattern.
 */
const unseen = /[\p{Cc}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u;

/**
 * Invisible characters with a legitimate use: joiners between letters or emoji, and the emoji
 * variation selector.
 */
const written =
  /(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\ufe0f/gu;

/** A letter with so many combining marks that they cover the lines around it. */
const pile = /\p{M}{5}/u;

/** A person's name; white space is normalized to single spaces. */
export const personName = textOf({ min: 1, max: limits.nameMax, trim: true, what: 'Name' })
  .overwrite((text) => text.replaceAll(/[\p{Zs}\t]+/gu, ' '))
  .refine((text) => !unseen.test(text.replaceAll(written, '')) && !pile.test(text), {
    error: schemaMessage('name_invisible'),
  });

/** An email address. Compared case-insensitively. */
export const email = z
  .email({ error: schemaMessage('not_email') })
  .max(limits.emailMax, { error: schemaMessage('not_email') });

/** A new password. The server also checks that it is not too common and not the username. */
export const newPassword = textOf({
  min: limits.passwordMin,
  max: limits.passwordMax,
  what: 'Password',
});

/** A password to verify, not to set: any text that can be a password. */
export const givenPassword = textOf({ max: limits.passwordMax, what: 'Password' });

/** Theme of the pages; default: that of the system. */
export const theme = z.enum(['light', 'dark', 'system']);

/**
 * Preferences of a user. Absent means the default. `textSize`, `measure` and `writingFont` apply to
 * the text of documents. `spellCheck`: the browser underlines spelling errors. `singleKeys`:
 * shortcuts without Ctrl are enabled. `language`: of the interface and of mails; `browser` for
 * that of the browser, which is the default.
 */
const preferenceFields = {
  theme: theme.optional(),
  textSize: z.enum(['small', 'normal', 'large', 'larger']).optional(),
  measure: z.enum(['narrow', 'normal', 'wide']).optional(),
  writingFont: z.enum(['serif', 'sans']).optional(),
  spellCheck: z.boolean().optional(),
  singleKeys: z.boolean().optional(),
  language: z.enum(['browser', ...languages]).optional(),
};

/** Changes to {@link preferenceFields}: absent fields stay unchanged. */
export const preferences = z.strictObject(preferenceFields);
/** See {@link preferenceFields}. */
export type Preferences = z.infer<typeof preferences>;

/** Public profile of a user, visible to any other. */
export const person = z
  .object({ id, username: z.string(), name: z.string(), avatarColor: z.string() })
  .meta({ id: 'Person' });
/** See {@link person}. `avatarColor` is `#rrggbb`. */
export type Person = z.infer<typeof person>;

/**
 * The signed-in user as they see themselves. `isDemo`: a demo account, which lasts one day.
 * `emailConfirmed`: a link mailed to the address was followed. `mustConfirmEmail`: the account can
 * do nothing else before that. `mustAddFactor`: the rules of the server require a second factor,
 * and the account can do nothing else before it was added.
 */
export const user = person
  .extend({
    email: z.string(),
    isAdmin: z.boolean(),
    isDemo: z.boolean(),
    emailConfirmed: z.boolean(),
    mustConfirmEmail: z.boolean(),
    mustAddFactor: z.boolean(),
    preferences: z.object(preferenceFields),
    createdAt: moment,
  })
  .meta({ id: 'User' });
/** See {@link user}. */
export type User = z.infer<typeof user>;

/**
 * Body of `POST /register`. `invitation`: secret of an invitation, which allows registration in
 * spite of the sign-up rule.
 */
export const registration = z.strictObject({
  username,
  name: personName,
  email,
  password: newPassword,
  invitation: textOf({ min: 1, max: 200, what: 'The invitation' }).optional(),
});
/** See {@link registration}. */
export type Registration = z.infer<typeof registration>;

/** Body of `POST /login`. `username` may be the email address. */
export const credentials = z.strictObject({
  username: textOf({ min: 1, max: limits.emailMax, trim: true, what: 'Username' }),
  password: givenPassword.refine((text) => text.length > 0, {
    error: schemaMessage('required_name', { what: 'Password' }),
  }),
});
/** See {@link credentials}. */
export type Credentials = z.infer<typeof credentials>;

/** Body of `POST /password/forgot`. */
export const passwordForgotten = z.strictObject({ email });

/** Body of `POST /password/reset`. */
export const passwordReset = z.strictObject({
  token: textOf({ min: 1, max: 200, what: 'The link' }),
  password: newPassword,
});

/** Body of `PATCH /user`. A new email address or password requires the current password. */
export const userChange = z.strictObject({
  username: username.optional(),
  name: personName.optional(),
  email: email.optional(),
  newPassword: newPassword.optional(),
  currentPassword: givenPassword.optional(),
  preferences: preferences.optional(),
});
/** See {@link userChange}. */
export type UserChange = z.infer<typeof userChange>;

/** Body of `DELETE /user`. */
export const accountRemoval = z.strictObject({ currentPassword: givenPassword });
