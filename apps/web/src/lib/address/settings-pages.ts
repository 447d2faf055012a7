// The settings pages, one row each, for their navigation and the palette. Separate from pages.ts, which is in every
// first load.
export const SETTINGS_PAGES = [
  { path: 'keys', label: 'API keys' },
  { path: 'provider-keys', label: 'Provider keys' },
  { path: 'prices', label: 'Prices' },
  { path: 'capture', label: 'Capture and masking' },
  { path: 'alerts', label: 'Alerts' },
  { path: 'budgets', label: 'Budgets' },
  { path: 'quarantine', label: 'Quarantine' },
  { path: 'data', label: 'Data' },
  { path: 'members', label: 'Members' },
  { path: 'audit', label: 'Audit log' },
  { path: 'general', label: 'General' },
  { path: 'organization', label: 'Organization', of: 'Organization' },
  { path: 'account', label: 'Account', of: 'You' },
  { path: 'keyboard', label: 'Keyboard', of: 'You' },
] as const satisfies readonly SettingsPageRow[];

interface SettingsPageRow {
  path: string;
  label: string;
  /** What the page sets; absent = the project. */
  of?: 'Organization' | 'You';
}

/** The settings pages by what they set, in the order of their navigation. */
export const SETTINGS_GROUPS = (['Project', 'Organization', 'You'] as const).map((name) => ({
  name,
  pages: SETTINGS_PAGES.filter((page) => ('of' in page ? page.of : 'Project') === name),
}));

export type SettingsPath = (typeof SETTINGS_PAGES)[number]['path'];

/** `/p/shop/settings/prices` */
export const settingsPath = (project: string, path: SettingsPath): string => `/p/${project}/settings/${path}`;

/** In place of the id of a rule or a budget: the page that creates one. */
export const NEW_ONE = 'new';

/** `/p/shop/settings/alerts/new` */
export const alertRulePath = (project: string, rule: string): string => `${settingsPath(project, 'alerts')}/${rule}`;

/** `/p/shop/settings/budgets/new` */
export const budgetPath = (project: string, budget: string): string => `${settingsPath(project, 'budgets')}/${budget}`;
