/** Returns the domains in a text, in which spaces or commas separate them. */
export const domainsIn = (text: string): string[] =>
  text.split(/[\s,]+/).filter((part) => part !== '');
