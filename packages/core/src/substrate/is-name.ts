/** Ids are names that their users have chosen, often an e-mail address; they say nothing. */
export const isName = (attribute: string): boolean => /(?:^|_)u?ids?$/.test(attribute);
