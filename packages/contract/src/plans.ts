import type { Plan } from './plan.ts';

/**
 * Pricing plans, by way of hosting, since nothing in the product is sold. Defined here, so that the
 * front page can be built with them.
 */
export const plans: readonly Plan[] = [
  {
    id: 'one-machine',
    name: 'On one machine',
    price: 0,
    currency: 'EUR',
    interval: 'month',
    features: [
      'Everything in the product, for any number of people',
      'One command, no other service to install',
      'All data in one folder',
    ],
    highlighted: false,
  },
  {
    id: 'a-team',
    name: 'For a team',
    price: 0,
    currency: 'EUR',
    interval: 'month',
    features: [
      'Everything in the product, for any number of people',
      'Mail through your own mail server: invitations, password resets, notifications',
      'Sign-up open, by invitation or by domain',
      'Comments, versions and roles, enforced by the server',
    ],
    highlighted: true,
  },
  {
    id: 'an-organisation',
    name: 'For an organisation',
    price: 0,
    currency: 'EUR',
    interval: 'month',
    features: [
      'Everything in the product, for any number of people',
      'External PostgreSQL and S3 file storage',
      'Prometheus metrics, audit log, health and readiness checks',
    ],
    highlighted: false,
  },
];
