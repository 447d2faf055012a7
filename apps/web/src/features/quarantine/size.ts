const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/** Formats bytes: `812 B`, `4.1 kB`, `3.0 MB`. */
export function sizeText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  for (; size >= 999.5 && unit < UNITS.length - 1; unit += 1) size /= 1000;
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit]}`;
}
