import { endpoint } from '../endpoint.ts';
import { signedIn } from '../signed-in.ts';
import { user, userChange } from '../user.ts';

/** Fields of a call that changes the account of the caller. */
const accountChange = {
  ...signedIn,
  tokens: false,
  body: userChange,
  status: 200,
  answer: user,
  refuses: ['wrong_password', 'sign_in_again', 'only_provider', 'username_taken', 'email_taken'],
} as const;

/** The signed-in user. */
export const usersEndpoints = {
  getMe: endpoint({
    method: 'GET',
    path: '/api/v1/user/me',
    summary: 'Get the signed-in user',
    ...signedIn,
    unconfirmed: true,
    withoutFactor: true,
    status: 200,
    answer: user,
    refuses: [],
  }),
  sendConfirmation: endpoint({
    method: 'POST',
    path: '/api/v1/user/email/send',
    summary: 'Send another link to confirm the email address of the signed-in user',
    ...signedIn,
    unconfirmed: true,
    withoutFactor: true,
    tokens: false,
    repeatable: false,
    status: 204,
    answer: null,
    refuses: ['mail_needed', 'too_many'],
  }),
  updateUser: endpoint({
    method: 'PATCH',
    path: '/api/v1/user',
    summary: 'Change the account of the signed-in user',
    ...accountChange,
  }),
  replaceUser: endpoint({
    method: 'PUT',
    path: '/api/v1/user',
    summary: 'Change the account of the signed-in user; the same as PATCH',
    ...accountChange,
  }),
} as const;
