// Figures in words. What is not known is said, and is never 0.

export const UNKNOWN = '◌';

/** Dollars as the read API writes them. */
export function money(dollars: string | null): string {
  if (dollars === null) return UNKNOWN;
  const amount = Number(dollars);
  const size = Math.abs(amount);
  if (size === 0) return '$0';
  const sign = amount < 0 ? '-' : '';
  if (size >= 0.9995) return `${sign}$${size.toFixed(2)}`;
  return `${sign}$${size >= 0.00995 ? size.toFixed(3) : Number(size.toPrecision(2)).toString()}`;
}

export const count = (value: number | null): string => (value === null ? UNKNOWN : value.toLocaleString('en-US'));

export function duration(milliseconds: number | null): string {
  if (milliseconds === null) return UNKNOWN;
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} m`;
}

/** In the time zone of the user. */
export function moment(iso: string): string {
  const time = new Date(iso);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}
