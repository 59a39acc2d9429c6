import { endpoint } from '../endpoint.ts';
import { byLink } from '../message.ts';
import { passwordForgotten, passwordReset } from '../user.ts';

/** What is done by a link out of a mail, without being signed in. Source: API, Calls. */
export const passwordsEndpoints = {
  forgotPassword: endpoint({
    method: 'POST',
    path: '/api/v1/password/forgot',
    summary: 'Ask for a link by mail to set a new password. The answer is the same whether or not there is such an account',
    access: 'public',
    budget: 'login',
    body: passwordForgotten,
    status: 204,
    answer: null,
    refuses: [],
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/v1/password/reset',
    summary: 'Set a new password by the link that was mailed; ends all sessions',
    access: 'public',
    budget: 'login',
    body: passwordReset,
    status: 204,
    answer: null,
    refuses: ['link_ended'],
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/api/v1/user/email/confirm',
    summary: 'Confirm a new email address by the link that was mailed there',
    access: 'public',
    budget: 'login',
    body: byLink,
    status: 204,
    answer: null,
    refuses: ['link_ended', 'email_taken'],
  }),
} as const;
