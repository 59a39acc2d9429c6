import type { Plan } from './plan.ts';

/**
 * Pricing plans, by way of hosting, since nothing in the product is sold. Source: specification,
 * section 1; features, first paragraph. Defined here, so that the front page can be built with
 * them.
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
      'Your text in one folder of your own',
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
      'Mail through your own server: invitations, resets, notices',
      'Sign-up open, by invitation or by domain',
      'Remarks, versions and roles that the server enforces',
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
      'Your own PostgreSQL, your own file store',
      'Figures for Prometheus, an audit log, health and readiness',
    ],
    highlighted: false,
  },
];
