// Releases and what changed between two of them, for programs. Names and units are those of docs/releases.md.
import { RELEASE_CUTS } from '@subtext/db';
import * as z from 'zod';
import { releasesPath, runsOfReleasePath } from '../../lib/address/releases-path.ts';
import type { Change, Estimate } from '../../lib/releases/intervals.ts';
import type { ComparedFigure, FigureKind, FigureValue } from '../../lib/releases/release-figures.ts';
import type { ComparedTool } from '../../lib/releases/release-paths.ts';
import type { RouterOutputs } from '../../lib/requests/trpc.ts';
import { withoutNul } from '../trpc/inputs.ts';
import { TIME } from './answers.ts';
import type { ApiReader } from './endpoint.ts';
import { Q, RANGE } from './parameters.ts';

const BY = z.enum(RELEASE_CUTS).default('release').meta({
  description: 'What is compared: releases, versions of a prompt (metadata "prompt.version"), or reasoning efforts.',
});
const VALUE = z.string().min(1).max(2000).transform(withoutNul);

export const RELEASES_PARAMETERS = z.strictObject({ by: BY, q: Q, range: RANGE });

export const RELEASE_COMPARISON_PARAMETERS = RELEASES_PARAMETERS.extend({
  a: VALUE.meta({ description: 'The release, prompt version or effort that is the baseline.' }),
  b: VALUE.meta({ description: 'The one that is compared with it.' }),
});

const COUNT = z.int().nonnegative();
const NUMBER = z.number().nullable();

const ESTIMATE = z
  .object({
    value: NUMBER.meta({ description: 'null: no run reports it.' }),
    low: NUMBER.meta({ description: 'With `high`, the 95 % interval; null: too few runs for one.' }),
    high: NUMBER,
    runs: COUNT.meta({ description: 'Runs that the value is of.' }),
    unknown_runs: COUNT.meta({ description: 'Further runs for which it is not known.' }),
    most: NUMBER.meta({
      description:
        '`value` is a lower bound, and this is the value if all runs that were looked at only in part had it. null: `value` is no bound.',
    }),
  })
  .meta({ id: 'Estimate' });

const CHANGE = z
  .object({
    difference: NUMBER,
    low: NUMBER,
    high: NUMBER,
    relative: NUMBER.meta({ description: 'As a share of A: 0.3 is 30 % more. null: A is 0, negative or unknown.' }),
    relative_low: NUMBER,
    relative_high: NUMBER,
    significant: z.boolean().nullable().meta({ description: 'The interval of the difference does not contain 0.' }),
  })
  .meta({ id: 'EstimateChange' });

const KIND = {
  id: z.string().meta({ description: 'As in a condition of the command line, such as "thinking" or "score:quality".' }),
  label: z.string(),
  unit: z.enum(['tokens', 'share', 'dollars', 'seconds', 'count', 'number']),
};

const SUMMARY = {
  runs: COUNT,
  capped: z.boolean().meta({ description: 'There are more runs; these are the newest.' }),
  first_started_at: TIME.nullable(),
  last_started_at: TIME.nullable(),
  services: z.array(z.string()),
  spent_usd: z.number().meta({ description: 'Of the runs whose cost is known.' }),
  runs_url: z.url().meta({ description: 'The list of the runs.' }),
};

const RELEASE_ROW = z
  .object({
    value: z.string().nullable().meta({ description: 'null: not reported, or with `several` of several efforts.' }),
    several: z.boolean(),
    ...SUMMARY,
    figures: z.array(z.object({ ...KIND, estimate: ESTIMATE })),
  })
  .meta({ id: 'Release' });

export const RELEASES_ANSWER = z
  .object({
    rows: z.array(RELEASE_ROW),
    capped: z.boolean().meta({ description: 'There are older runs that were not looked at.' }),
    url: z.url(),
  })
  .meta({ id: 'Releases' });

const SIDE = z.object({ value: z.string(), ...SUMMARY }).meta({ id: 'ComparedRelease' });
const SIDE_OF_TOOL = z
  .object({
    share_of_runs: ESTIMATE,
    calls_per_run: ESTIMATE,
    thinking_per_call: ESTIMATE,
    thinking_usd_per_run: ESTIMATE,
  })
  .meta({ id: 'ToolOfRelease' });
const STEPS = z.array(z.string());

export const RELEASE_COMPARISON_ANSWER = z
  .object({
    url: z.url().meta({ description: 'The page of the comparison.' }),
    a: SIDE,
    b: SIDE,
    figures: z.array(z.object({ ...KIND, a: ESTIMATE, b: ESTIMATE, change: CHANGE })),
    tools: z.array(
      z.object({
        tool: z.string(),
        what: z.enum(['appeared', 'vanished', 'more', 'less', 'same']),
        a: SIDE_OF_TOOL,
        b: SIDE_OF_TOOL,
        change_of_calls: CHANGE,
      }),
    ),
    paths: z.array(z.object({ steps: z.array(STEPS), a: ESTIMATE, b: ESTIMATE, change: CHANGE })),
    pairs: z.object({
      pairs: COUNT.meta({ description: 'A run of A and one of B with the same beginning of their input.' }),
      tasks: COUNT,
      same: COUNT.meta({ description: 'Pairs that called the same tools from beginning to end.' }),
      forks: z.array(
        z.object({
          a: STEPS.nullable().meta({ description: 'The tools of the step of A. Empty: an answer. null: no step.' }),
          b: STEPS.nullable(),
          first_step: COUNT,
          last_step: COUNT,
          share_of_pairs: ESTIMATE,
          cost_difference_usd: ESTIMATE,
          example_url: z.url(),
        }),
      ),
    }),
  })
  .meta({ id: 'ReleaseComparison' });

type Listed = RouterOutputs['releases']['list'];
type Compared = RouterOutputs['releases']['compare'];
type ReleasesAddress = Pick<z.output<typeof RELEASES_PARAMETERS>, 'by' | 'q' | 'range'>;

const estimateOf = ({ value, low, high, runs, unknown, most }: Estimate) => ({
  value,
  low,
  high,
  runs,
  unknown_runs: unknown,
  most: most ?? null,
});

const changeOf = ({ relativeLow, relativeHigh, isSignificant, ...change }: Change) => ({
  ...change,
  relative_low: relativeLow,
  relative_high: relativeHigh,
  significant: isSignificant,
});

const kindOf = ({ id, label, unit }: FigureKind) => ({ id, label, unit });
const figureOf = (figure: FigureValue) => ({ ...kindOf(figure), estimate: estimateOf(figure.estimate) });

const comparedFigure = (figure: ComparedFigure) => ({
  ...kindOf(figure),
  ...{ a: estimateOf(figure.a), b: estimateOf(figure.b), change: changeOf(figure.change) },
});

const NANOS = 1e9;

type Summary = Omit<Listed['rows'][number], 'key' | 'several' | 'figures'>;

const summaryOf = ({ runs, capped, first, last, services, spent }: Summary, runsUrl: string) => ({
  ...{ runs, capped, first_started_at: first, last_started_at: last, services },
  ...{ spent_usd: spent / NANOS, runs_url: runsUrl },
});

export function releasesAnswer({ project, webUrl }: ApiReader, place: ReleasesAddress, { rows, capped }: Listed) {
  const runsUrl = (value: string | null) => `${webUrl}${runsOfReleasePath(project, { ...place, value })}`;
  return {
    rows: rows.map(({ key, several, figures, ...summary }) => ({
      ...{ value: key, several, ...summaryOf(summary, runsUrl(key)) },
      figures: figures.map(figureOf),
    })),
    capped,
    url: `${webUrl}${releasesPath(project, place)}`,
  };
}

interface ComparedAddress extends ReleasesAddress {
  a: string;
  b: string;
}

export function releaseComparisonAnswer(
  { project, webUrl }: ApiReader,
  { a, b, ...address }: ComparedAddress,
  found: Compared,
) {
  const side = (value: string, summary: Compared['a']) => ({
    value,
    ...summaryOf(summary, `${webUrl}${runsOfReleasePath(project, { ...address, value })}`),
  });
  return {
    url: `${webUrl}${releasesPath(project, { ...address, a, b })}`,
    ...{ a: side(a, found.a), b: side(b, found.b), figures: found.figures.map(comparedFigure) },
    tools: found.tools.map(toolAnswer),
    paths: found.paths.map(({ steps, a, b, change }) => ({
      ...{ steps, a: estimateOf(a), b: estimateOf(b), change: changeOf(change) },
    })),
    pairs: {
      ...found.pairs,
      forks: found.pairs.forks.map(({ a, b, firstStep, lastStep, share, costDifference, example }) => ({
        ...{ a, b, first_step: firstStep, last_step: lastStep },
        share_of_pairs: estimateOf(share),
        cost_difference_usd: estimateOf(costDifference),
        example_url: `${webUrl}/p/${project}/compare?a=${example.a}&b=${example.b}`,
      })),
    },
  };
}

const toolAnswer = ({ tool, what, a, b, callsChange }: ComparedTool) => ({
  ...{ tool, what, a: sideOfTool(a), b: sideOfTool(b), change_of_calls: changeOf(callsChange) },
});

const sideOfTool = ({ share, callsPerRun, thinkingPerCall, thinkingPerRun }: ComparedTool['a']) => ({
  share_of_runs: estimateOf(share),
  calls_per_run: estimateOf(callsPerRun),
  thinking_per_call: estimateOf(thinkingPerCall),
  thinking_usd_per_run: estimateOf(thinkingPerRun),
});
