// Replaces Next's styles for the page that is shown when even the root layout fails (next.config.ts): every page
// carries these styles, but only that one shows them. Uses the browser's own colors, in the system's theme.
export const errorThemeCss =
  ':root{color-scheme:light dark}body{margin:0;font:0.875rem/1.5 system-ui,sans-serif}button{font:inherit;padding:4px 12px}';

export const errorStyles = {
  container: { display: 'grid', minHeight: '100vh', placeItems: 'center' },
  buttonGroup: { display: 'flex', gap: 8 },
  digestFooter: { textAlign: 'center' },
};

export const WarningIcon = () => null;
