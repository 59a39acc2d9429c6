import { endpoint } from '../endpoint.ts';
import { serverRules, serverRulesChange } from '../rules.ts';

const administration = { access: 'administrator', tokens: false, rateLimit: 'calls' } as const;

/** Rules of the server, set by administrators. */
export const rulesEndpoints = {
  getRules: endpoint({
    method: 'GET',
    path: '/api/v1/admin/rules',
    summary: 'Get the rules of this server',
    ...administration,
    status: 200,
    answer: serverRules,
    refuses: [],
  }),
  setRules: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/rules',
    summary:
      'Change the rules of this server. Shorter times also apply to present sessions, links and trash',
    ...administration,
    body: serverRulesChange,
    status: 200,
    answer: serverRules,
    refuses: [],
  }),
} as const;
