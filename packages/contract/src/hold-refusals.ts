/** Refusals because of legal holds, erasures and exports of a person's data. See `refusals.ts`. */
export const holdRefusals = {
  on_hold: {
    status: 409,
    title: 'On hold',
    detail:
      'This is on legal hold. Nothing of it can be permanently deleted until an administrator ends the hold.',
  },
  held_already: {
    status: 409,
    title: 'On hold already',
    detail: 'This is on legal hold already. End that hold before you create another.',
  },
  hold_object_not_found: {
    status: 404,
    title: 'Not found',
    detail: 'There is no such person, project or document. Check the username, address or id.',
  },
  not_this_username: {
    status: 409,
    title: 'Another username',
    detail: 'The username that you entered is not that of this person. Nothing was changed.',
  },
  address_unconfirmed: {
    status: 409,
    title: 'Address not confirmed',
    detail:
      'The email address of this person was never confirmed, so it may belong to another person. Nothing was sent.',
  },
  words_removed: {
    status: 409,
    title: 'Text already removed',
    detail: 'The removal of the text of this person was requested before.',
  },
  not_yourself: {
    status: 409,
    title: 'Your own account',
    detail: 'Delete your own account in its settings.',
  },
} as const;
