// Figures in words. What is not known is said, and is never 0.

export const UNKNOWN = '◌';

/** `toString` would write an amount below a millionth as `1e-7`. */
const TWO_DIGITS = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });

/** Dollars as the read API writes them, which are not negative. */
export function money(dollars: string | null): string {
  if (dollars === null) return UNKNOWN;
  const amount = Number(dollars);
  if (amount === 0) return '$0';
  if (amount >= 0.9995) return `$${amount.toFixed(2)}`;
  return `$${amount >= 0.00995 ? amount.toFixed(3) : TWO_DIGITS.format(amount)}`;
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
