/** Scores of generated traces: thumbs for six in ten, a number for four in ten. They follow from the id of the trace. */
import type { NewScore } from '@subtext/db';
import type { Run } from './generate-runs.ts';

/** How many of the 256 values of a byte of the id have thumbs, or a number. */
const WITH_THUMBS = 150;
const WITH_NUMBER = 100;

export const scoresOf = (projectId: string, runs: readonly Run[]): NewScore[] =>
  runs.flatMap(({ traceId, startedAt }) => {
    const [, first = 0, second = 0, third = 0, fourth = 0] = Buffer.from(traceId, 'hex');
    const score = (name: string, value: Pick<NewScore, 'number' | 'thumbs'>): NewScore => ({
      ...{ projectId, traceId, spanId: null, target: 'trace', name, label: null, comment: null, ...value },
      ...{ source: 'api', authorId: null, keyId: null, idempotencyKey: `${name} ${traceId}` },
      at: startedAt.toISOString(),
    });
    return [
      ...(first < WITH_THUMBS ? [score('helpful', { number: null, thumbs: third % 5 > 0 })] : []),
      ...(second < WITH_NUMBER ? [score('quality', { number: fourth / 255, thumbs: null })] : []),
    ];
  });
