/** The comparison of two releases as /api/v1/releases/compare answers it. */
export interface Estimate {
  value: number | null;
  low: number | null;
  high: number | null;
  runs: number;
  unknown_runs: number;
  /** `value` is a lower bound, and this the upper one, because some runs were looked at only in part. */
  most: number | null;
}

export interface Change {
  difference: number | null;
  low: number | null;
  high: number | null;
  relative: number | null;
  relative_low: number | null;
  relative_high: number | null;
  significant: boolean | null;
}

export type Unit = 'tokens' | 'share' | 'dollars' | 'seconds' | 'count' | 'number';

export interface ComparedFigure {
  id: string;
  label: string;
  unit: Unit;
  a: Estimate;
  b: Estimate;
  change: Change;
}

export interface ComparedSide {
  value: string;
  runs: number;
  capped: boolean;
  services: string[];
  runs_url: string;
}

interface SideOfTool {
  share_of_runs: Estimate;
  calls_per_run: Estimate;
}

export interface ComparedTool {
  tool: string;
  what: 'appeared' | 'vanished' | 'more' | 'less' | 'same';
  a: SideOfTool;
  b: SideOfTool;
  change_of_calls: Change;
}

export interface Fork {
  a: string[] | null;
  b: string[] | null;
  first_step: number;
  last_step: number;
  share_of_pairs: Estimate;
  cost_difference_usd: Estimate;
}

export interface Comparison {
  url: string;
  a: ComparedSide;
  b: ComparedSide;
  figures: ComparedFigure[];
  tools: ComparedTool[];
  pairs: { pairs: number; tasks: number; same: number; forks: Fork[] };
}
