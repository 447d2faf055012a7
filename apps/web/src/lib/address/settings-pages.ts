// The settings pages, one row each, for their navigation and the palette. Separate from pages.ts, which is in every
// first load.
export const SETTINGS_PAGES = [
  { path: 'keys', label: 'API keys' },
  { path: 'prices', label: 'Prices' },
  { path: 'capture', label: 'Capture and masking' },
  { path: 'quarantine', label: 'Quarantine' },
  { path: 'members', label: 'Members' },
  { path: 'audit', label: 'Audit log' },
  { path: 'general', label: 'General' },
  { path: 'organization', label: 'Organization' },
  { path: 'account', label: 'Account' },
  { path: 'keyboard', label: 'Keyboard' },
] as const;

export type SettingsPath = (typeof SETTINGS_PAGES)[number]['path'];

/** `/p/shop/settings/prices` */
export const settingsPath = (project: string, path: SettingsPath): string => `/p/${project}/settings/${path}`;
