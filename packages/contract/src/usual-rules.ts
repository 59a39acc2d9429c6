import { limits } from './limits.ts';
import type { ServerRules } from './rules.ts';

/** Rules as long as administrators have not changed them. */
export const usualRules: ServerRules = {
  sessionDays: limits.sessionDays,
  sessionMaxDays: null,
  guestLinks: true,
  guestLinkDays: limits.invitationDaysMax,
  projectCreators: 'everyone',
  trashDays: limits.trashDays,
  versionDays: null,
  secondFactor: 'optional',
};
