// The look of the page on which even the layout of the app failed, in the place of Next's own (next.config.ts): every page carries it, and it is
// seen on none but that one. Colours are the browser's, by the system's theme.
export const errorThemeCss =
  ':root{color-scheme:light dark}body{margin:0;font:0.875rem/1.5 system-ui,sans-serif}button{font:inherit;padding:4px 12px}';

export const errorStyles = {
  container: { display: 'grid', minHeight: '100vh', placeItems: 'center' },
  buttonGroup: { display: 'flex', gap: 8 },
  digestFooter: { textAlign: 'center' },
};

export const WarningIcon = () => null;
