import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { signInResult } from '../factor.ts';
import { signedOut } from '../identity.ts';
import { credentials, registration, user } from '../user.ts';

/** Sign-in and sign-out. */
export const authEndpoints = {
  getCsrfToken: endpoint({
    method: 'GET',
    path: '/api/v1/csrf-token',
    summary: 'Get a CSRF token; sets the cookie XSRF-TOKEN',
    access: 'public',
    guests: true,
    rateLimit: 'csrf_token',
    status: 200,
    answer: z.object({ csrfToken: z.string() }),
    refuses: [],
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/v1/register',
    summary: 'Create an account and sign in. The first registered user is the administrator',
    access: 'public',
    rateLimit: 'registration',
    tokens: false,
    repeatable: false,
    body: registration,
    status: 201,
    answer: user,
    refuses: ['username_taken', 'email_taken', 'sign_up_closed', 'only_provider'],
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/v1/login',
    summary:
      'Sign in with username or email address. An account with a second factor is signed in only by the next step',
    access: 'public',
    rateLimit: 'login',
    stores: false,
    tokens: false,
    repeatable: false,
    body: credentials,
    status: 200,
    answer: signInResult,
    refuses: ['wrong_credentials', 'only_provider'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/v1/logout',
    summary:
      'Sign out of this session; returns the address that signs out at its identity provider as well',
    access: 'public',
    guests: true,
    rateLimit: 'calls',
    stores: false,
    tokens: false,
    repeatable: false,
    status: 200,
    answer: signedOut,
    refuses: [],
  }),
} as const;
