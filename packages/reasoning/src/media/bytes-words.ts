/** In the units that file managers use: `90 bytes`, `1.2 MB`. */
export function bytesWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} byte${bytes === 1 ? '' : 's'}`;
  return bytes < 1_000_000 ? `${number(bytes / 1_000)} kB` : `${number(bytes / 1_000_000)} MB`;
}

const number = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 1 });
