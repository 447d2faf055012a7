// Shared axes, grid and sizes of all charts: faint lines, small labels, no animation (a chart that moves cannot be
// compared).
export const CHART_HEIGHT = 240;
export const CHART_MARGIN = { top: 8, right: 8, bottom: 0, left: 8 };
export const AXIS = {
  tick: { fill: 'var(--ink-3)', fontSize: 12 },
  tickLine: false,
  axisLine: { stroke: 'var(--line)' },
} as const;
export const GRID = { stroke: 'var(--line)', vertical: false } as const;
export const NO_ANIMATION = { isAnimationActive: false } as const;
