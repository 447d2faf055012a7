/** In place of the buttons of owners. */
export const OWNERS_ONLY = 'Only an owner of the project changes its budgets.';
