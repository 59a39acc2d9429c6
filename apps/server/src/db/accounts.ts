/** A user as loaded by the server: all columns except the password hash. */
export type Account = {
  id: string;
  username: string;
  name: string;
  email: string;
  isAdmin: boolean;
  avatarColor: string;
  preferences: Record<string, unknown>;
  createdAt: Date;
  /** End of a demo user's access; null for all other users. */
  demoUntil: Date | null;
  /** True for users that joined by a link to one document. */
  isGuest: boolean;
  /** Time at which the link mailed to the address was used; null if it was not. */
  emailConfirmedAt: Date | null;
  /** True if the account can only be used to confirm its address. */
  mustConfirmEmail: boolean;
  /** True if the account has a passkey or active one-time codes. */
  hasSecondFactor: boolean;
  /** Language of the last page that the user has used; null if it is not known. */
  pageLanguage: string | null;
};

/** Columns of {@link Account}, for every query that reads users. */
export const accountColumns = [
  'users.id as id',
  'users.username as username',
  'users.name as name',
  'users.email as email',
  'users.is_admin as isAdmin',
  'users.avatar_color as avatarColor',
  'users.preferences as preferences',
  'users.created_at as createdAt',
  'users.demo_until as demoUntil',
  'users.is_guest as isGuest',
  'users.email_confirmed_at as emailConfirmedAt',
  'users.must_confirm_email as mustConfirmEmail',
  'users.has_second_factor as hasSecondFactor',
  'users.page_language as pageLanguage',
] as const;
