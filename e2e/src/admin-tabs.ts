/** The tabs of the administration: their value in the address, and their name, in their order. */
export const adminTabs = [
  ['overview', 'Overview'],
  ['people', 'People'],
  ['groups', 'Groups'],
  ['guest-links', 'Guest links'],
  ['messages', 'Messages'],
  ['outbox', 'Outbox'],
  ['branding', 'Branding'],
  ['sign-up', 'Sign-up'],
  ['sign-in', 'Sign-in'],
  ['directories', 'Directories'],
  ['rules', 'Rules'],
  ['holds', 'Legal holds'],
  ['announcements', 'Announcements'],
  ['audit', 'Audit log'],
] as const;

/** Addresses of the tabs of the administration. */
export const adminPaths: readonly string[] = adminTabs.map(([value]) =>
  value === 'overview' ? '/dashboard/admin' : `/dashboard/admin?tab=${value}`,
);
