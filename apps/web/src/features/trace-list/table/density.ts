// The height of list rows, in rem, so that it grows with the user's text size.
export const DENSITIES = [
  { id: 'compact', label: 'Compact, one line', rem: 2 },
  { id: 'normal', label: 'Normal, two lines', rem: 3.5 },
  { id: 'roomy', label: 'Roomy, the thought in three lines', rem: 6 },
] as const;

export type Density = (typeof DENSITIES)[number]['id'];

export const isDensity = (value: string): value is Density => DENSITIES.some(({ id }) => id === value);
