/**
 * A tab of a page: its value in the URL, its display name, and additional search terms (`words`).
 */
export type TabName<Value extends string = string> = {
  readonly value: Value;
  readonly name: string;
  readonly words?: string;
};

/** Tabs of the settings. The first one is the default. */
export const settingsTabs = [
  { value: 'profile', name: 'Profile', words: 'name username email' },
  { value: 'appearance', name: 'Appearance', words: 'theme text size width font' },
  { value: 'editor', name: 'Editor', words: 'spelling writing keys' },
  { value: 'notifications', name: 'Notifications', words: 'mail daily quiet hours' },
  {
    value: 'security',
    name: 'Security',
    words: 'password devices sessions tokens sign-in identity provider',
  },
  { value: 'data', name: 'Data', words: 'export delete account' },
] as const satisfies readonly TabName[];

/** Tabs of a project. */
export const projectTabs = [
  { value: 'documents', name: 'Documents' },
  { value: 'board', name: 'Board', words: 'status columns' },
  { value: 'activity', name: 'Activity', words: 'what happened' },
  { value: 'people', name: 'People', words: 'invite members share' },
  { value: 'settings', name: 'Settings', words: 'rename archive hand over delete' },
] as const satisfies readonly TabName[];

/** Tabs of the administration. */
export const adminTabs = [
  { value: 'overview', name: 'Overview' },
  { value: 'people', name: 'People', words: 'users accounts' },
  { value: 'groups', name: 'Groups', words: 'teams members' },
  { value: 'guest-links', name: 'Guest links', words: 'sharing outside links end' },
  { value: 'messages', name: 'Messages', words: 'contact demo newsletter' },
  { value: 'outbox', name: 'Outbox', words: 'mail' },
  { value: 'branding', name: 'Branding', words: 'name logo colour accent imprint privacy notice' },
  { value: 'sign-up', name: 'Sign-up', words: 'register rules domain invited' },
  { value: 'sign-in', name: 'Sign-in', words: 'identity provider openid sso passwords' },
  { value: 'directories', name: 'Directories', words: 'scim provisioning entra okta' },
  {
    value: 'rules',
    name: 'Rules',
    words: 'sessions guest links projects retention trash versions',
  },
  { value: 'holds', name: 'Legal holds', words: 'retention litigation keep delete' },
  { value: 'announcements', name: 'Announcements', words: 'banner' },
  { value: 'audit', name: 'Audit log', words: 'who did what' },
] as const satisfies readonly TabName[];
