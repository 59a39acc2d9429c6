/** A person as the server holds them in hand: everything but the password's hash. */
export type Account = {
  id: string;
  username: string;
  name: string;
  email: string;
  isAdmin: boolean;
  avatarColor: string;
  preferences: Record<string, unknown>;
  createdAt: Date;
  /** Until when a demo person may look around; null for everybody else. */
  demoUntil: Date | null;
  /** Came in by a link, to one document. */
  isGuest: boolean;
  /** When a link that was mailed to the address was followed; null where none was. */
  emailConfirmedAt: Date | null;
  /** The account is good for nothing but to confirm its address. */
  mustConfirmEmail: boolean;
};

/** The columns of {@link Account}, for every query that reads people. */
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
] as const;
