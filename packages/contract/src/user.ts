import { z } from 'zod';
import { limits } from './limits.ts';
import { id, moment, textOf } from './text.ts';

/** Whether a name has letters of two of the alphabets that share the looks of many letters. */
function mixesAlphabets(text: string): boolean {
  const alphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u];
  return alphabets.filter((alphabet) => alphabet.test(text)).length > 1;
}

/** A user name as chosen: letters, digits, `.`, `_`, `-`. Compared without regard to case. Source: API, Limits. */
export const username = textOf({ min: limits.usernameMin, max: limits.usernameMax, what: 'Username' })
  .regex(/^[\p{L}\p{M}\p{N}._-]*$/u, { error: 'Username may have letters, digits, dots, underscores and hyphens only' })
  .refine((text) => !mixesAlphabets(text), { error: 'Username mixes alphabets whose letters look alike' });

/**
 * Signs that change the order of letters, break lines or take room without being seen: a name with them could pass for another, for more
 * than a name, or push what stands behind it out of sight. Source: Unicode, Default_Ignorable_Code_Point; U+2800 is a blank pattern.
 */
const unseen = /[\p{Cc}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u;

/** What of these people do write: joiners between letters or pictures, and the sign that a picture is to be coloured. */
const written =
  /(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\ufe0f/gu;

/** A letter under a pile of marks, which covers the lines around it. */
const pile = /\p{M}{5}/u;

/** A person's name, in which space is one space. */
export const personName = textOf({ min: 1, max: limits.nameMax, trim: true, what: 'Name' })
  .overwrite((text) => text.replaceAll(/[\p{Zs}\t]+/gu, ' '))
  .refine((text) => !unseen.test(text.replaceAll(written, '')) && !pile.test(text), {
    error: 'Name has characters that cannot be seen',
  });

/** An e-mail address. Compared without regard to case. */
export const email = z.email({ error: 'Invalid email address' }).max(limits.emailMax, { error: 'Invalid email address' });

/** A new password. Whether it is too common or equals the user name is decided by the server. */
export const newPassword = textOf({ min: limits.passwordMin, max: limits.passwordMax, what: 'Password' });

/** A password that is to be checked, not set: any text that a password could be. */
const givenPassword = textOf({ max: limits.passwordMax, what: 'Password' });

/** The theme, as the page keeps it: by default what the system says. Source: specification, section 1. */
export const theme = z.enum(['light', 'dark', 'system']);

/**
 * What a person has set for themselves. Absent means the default. `textSize`, `measure` and `writingFont` are of the text of documents;
 * `spellCheck`: whether the browser underlines what it does not know; `singleKeys`: whether keys without Ctrl do something.
 */
const preferenceFields = {
  theme: theme.optional(),
  textSize: z.enum(['small', 'normal', 'large', 'larger']).optional(),
  measure: z.enum(['narrow', 'normal', 'wide']).optional(),
  writingFont: z.enum(['serif', 'sans']).optional(),
  spellCheck: z.boolean().optional(),
  singleKeys: z.boolean().optional(),
};

/** See {@link preferenceFields}: what is not named stays as it is. */
export const preferences = z.strictObject(preferenceFields);
/** See {@link preferenceFields}. */
export type Preferences = z.infer<typeof preferences>;

/** What one person may know of any other. Source: API, Shapes, User. */
export const person = z.object({ id, username: z.string(), name: z.string(), avatarColor: z.string() }).meta({ id: 'Person' });
/** See {@link person}. `avatarColor` is `#rrggbb`. */
export type Person = z.infer<typeof person>;

/**
 * The signed-in person, to themselves; `isDemo` for somebody who looks around for a day. `emailConfirmed`: a link that was mailed
 * to the address was followed. `mustConfirmEmail`: the account can do nothing else before that.
 */
export const user = person
  .extend({
    email: z.string(),
    isAdmin: z.boolean(),
    isDemo: z.boolean(),
    emailConfirmed: z.boolean(),
    mustConfirmEmail: z.boolean(),
    preferences: z.object(preferenceFields),
    createdAt: moment,
  })
  .meta({ id: 'User' });
/** See {@link user}. */
export type User = z.infer<typeof user>;

/** Body of `POST /register`. `invitation`: the secret of one, which lets in who may not register otherwise. */
export const registration = z.strictObject({
  username,
  name: personName,
  email,
  password: newPassword,
  invitation: textOf({ min: 1, max: 200, what: 'The invitation' }).optional(),
});
/** See {@link registration}. */
export type Registration = z.infer<typeof registration>;

/** Body of `POST /login`: `username` may be the e-mail address. */
export const credentials = z.strictObject({
  username: textOf({ min: 1, max: limits.emailMax, trim: true, what: 'Username' }),
  password: givenPassword.refine((text) => text.length > 0, { error: 'Password is required' }),
});
/** See {@link credentials}. */
export type Credentials = z.infer<typeof credentials>;

/** Body of `POST /password/forgot`. */
export const passwordForgotten = z.strictObject({ email });

/** Body of `POST /password/reset`. */
export const passwordReset = z.strictObject({ token: textOf({ min: 1, max: 200, what: 'The link' }), password: newPassword });

/** Body of `PATCH /user`. A new e-mail address or password needs the current password. Source: API, Calls. */
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
