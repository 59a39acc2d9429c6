import { t } from '@lingui/core/macro';
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
  { value: 'profile', name: t`Profile`, words: t`name username email` },
  { value: 'appearance', name: t`Appearance`, words: t`theme text size width font` },
  { value: 'editor', name: t`Editor`, words: t`spelling writing keys` },
  { value: 'notifications', name: t`Notifications`, words: t`mail daily quiet hours` },
  {
    value: 'security',
    name: t`Security`,
    words: t`password devices sessions tokens sign-in identity provider`,
  },
  { value: 'data', name: t`Data`, words: t`export delete account` },
] as const satisfies readonly TabName[];

/** Tabs of a project. */
export const projectTabs = [
  { value: 'documents', name: t`Documents` },
  { value: 'board', name: t`Board`, words: t`status columns` },
  { value: 'activity', name: t`Activity`, words: t`what happened` },
  { value: 'people', name: t`People`, words: t`invite members share` },
  { value: 'settings', name: t`Settings`, words: t`rename archive hand over delete` },
] as const satisfies readonly TabName[];

/** Tabs of the administration. */
export const adminTabs = [
  { value: 'overview', name: t`Overview` },
  { value: 'people', name: t`People`, words: t`users accounts` },
  { value: 'groups', name: t`Groups`, words: t`teams members` },
  { value: 'guest-links', name: t`Guest links`, words: t`sharing outside links end` },
  { value: 'messages', name: t`Messages`, words: t`contact demo newsletter` },
  { value: 'outbox', name: t`Outbox`, words: t`mail` },
  {
    value: 'branding',
    name: t`Branding`,
    words: t`name logo colour accent imprint privacy notice`,
  },
  { value: 'sign-up', name: t`Sign-up`, words: t`register rules domain invited` },
  { value: 'sign-in', name: t`Sign-in`, words: t`identity provider openid sso passwords` },
  { value: 'directories', name: t`Directories`, words: t`scim provisioning entra okta` },
  {
    value: 'rules',
    name: t`Rules`,
    words: t`sessions guest links projects retention trash versions`,
  },
  { value: 'holds', name: t`Legal holds`, words: t`retention litigation keep delete` },
  { value: 'announcements', name: t`Announcements`, words: t`banner` },
  { value: 'audit', name: t`Audit log`, words: t`who did what` },
] as const satisfies readonly TabName[];
