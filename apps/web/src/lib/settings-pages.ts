// The pages of the settings: one row each, for their navigation and for the palette. Apart from pages.ts, which every page loads first.
export const SETTINGS_PAGES = [
  { path: 'keys', label: 'API keys' },
  { path: 'prices', label: 'Prices' },
  { path: 'capture', label: 'Capture and masking' },
  { path: 'quarantine', label: 'Quarantine' },
  { path: 'members', label: 'Members' },
  { path: 'keyboard', label: 'Keyboard' },
] as const;

export type SettingsPath = (typeof SETTINGS_PAGES)[number]['path'];

/** `/p/shop/settings/prices` */
export const settingsPath = (project: string, path: SettingsPath): string => `/p/${project}/settings/${path}`;
