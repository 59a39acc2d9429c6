/** Refusals because of rules of the server or of a project. See `refusals.ts`. */
export const ruleRefusals = {
  guest_links_off: {
    status: 403,
    title: 'Guest links are off',
    detail: 'The administrators of this server do not allow guest links.',
  },
  guest_link_too_long: {
    status: 409,
    title: 'Too long',
    detail: 'The administrators of this server allow guest links for a shorter time only.',
  },
  projects_by_administrators: {
    status: 403,
    title: 'Administrators create projects',
    detail: 'On this server, only administrators create projects.',
  },
  export_off: {
    status: 403,
    title: 'Export is off',
    detail: 'The owners of this project do not allow exports.',
  },
} as const;
