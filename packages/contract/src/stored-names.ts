/** Name under which the text of deleted and erased users is shown. */
export const formerMemberName = 'A former member';

/** Beginning of the names of guests, so that they are recognized wherever their name is shown. */
export const guestPrefix = '(guest) ';
