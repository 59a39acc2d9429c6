import { endpoint } from '../endpoint.ts';
import { byLink } from '../message.ts';
import { passwordForgotten, passwordReset } from '../user.ts';

/** Actions by a mailed link, without being signed in. */
export const passwordsEndpoints = {
  forgotPassword: endpoint({
    method: 'POST',
    path: '/api/v1/password/forgot',
    summary:
      'Request a mailed link to set a new password. The response is the same whether or not the account exists',
    access: 'public',
    rateLimit: 'login',
    body: passwordForgotten,
    status: 204,
    answer: null,
    refuses: ['only_provider'],
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/v1/password/reset',
    summary: 'Set a new password with the mailed link; ends all sessions',
    access: 'public',
    rateLimit: 'login',
    body: passwordReset,
    status: 204,
    answer: null,
    refuses: ['link_ended', 'only_provider'],
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/api/v1/user/email/confirm',
    summary: 'Confirm a new email address with the link mailed to it',
    access: 'public',
    rateLimit: 'login',
    body: byLink,
    status: 204,
    answer: null,
    refuses: ['link_ended', 'email_taken'],
  }),
} as const;
