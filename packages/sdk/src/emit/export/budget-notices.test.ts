import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { rememberOnBudget, type BudgetNotice } from '../on-budget.ts';
import { budgetNotices, hearBudgets } from './budget-notices.ts';
import { prepareProvider } from './edge-provider.ts';

const RESETS = '2999-12-01T00:00:00Z';
const entry = (some: Record<string, string | number> = {}) =>
  ['project', ...Object.entries({ used: 0.83, threshold: 0.8, limit: 500, period: 'month', resets: RESETS, ...some })]
    .map((part) => (typeof part === 'string' ? part : part.join('=')))
    .join(';');

describe('the header', () => {
  it('is read entry by entry, with fields that a later server adds', () => {
    expect(budgetNotices(`${entry({ later: 'x' })}, ${entry({ period: 'day', unpriced: 3 })}`)).toEqual([
      {
        subject: 'project',
        used: 0.83,
        threshold: 0.8,
        limit: 500,
        period: 'month',
        unpriced: 0,
        resets: new Date(RESETS),
      },
      {
        subject: 'project',
        used: 0.83,
        threshold: 0.8,
        limit: 500,
        period: 'day',
        unpriced: 3,
        resets: new Date(RESETS),
      },
    ]);
  });

  it.each([
    ['', 'nothing'],
    ['a=b;c', 'another form'],
    [entry({ used: 'much' }), 'a share that is no number'],
    [entry({ used: -1 }), 'a negative share'],
    [entry({ limit: 'Infinity' }), 'a limit without end'],
    [entry({ period: 'constructor' }), 'an unknown period'],
    [entry({ resets: '2020-01-01T00:00:00Z' }), 'a period that has ended'],
    [entry({ resets: 'soon' }), 'no date'],
    [entry().replace('project', 'user'), 'an unknown subject'],
  ])('is ignored where it cannot be used: %j (%s)', (header) => {
    expect(budgetNotices(header)).toEqual([]);
  });

  it('has a bounded number of entries', () => {
    expect(budgetNotices(Array.from({ length: 1_000 }, () => entry()).join(','))).toHaveLength(8);
  });
});

describe('what is heard', () => {
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const heard: BudgetNotice[] = [];
  rememberOnBudget((notice) => void heard.push(notice));
  afterEach(() => {
    warnings.mockClear();
    heard.length = 0;
  });
  const settled = () => new Promise(setImmediate);

  it('is said once per threshold and period, whatever the share is by then', async () => {
    for (const used of [0.81, 0.82, 0.83]) hearBudgets(entry({ used, limit: 1 }));
    hearBudgets(entry({ used: 1, threshold: 1, limit: 1 }));
    hearBudgets(entry({ used: 1, threshold: 1, limit: 1, resets: '2999-12-02T00:00:00Z' }));
    await settled();
    expect(heard.map(({ used }) => used)).toEqual([0.81, 1, 1]);
    expect(warnings).toHaveBeenCalledTimes(3);
  });

  it('is neither a very long header nor a list of headers', async () => {
    hearBudgets(`${entry({ limit: 2 })}${';x=1'.repeat(2_000)}`);
    hearBudgets([entry({ limit: 3 })]);
    hearBudgets(null);
    await settled();
    expect(heard).toEqual([]);
  });

  it('comes from the answers in an edge runtime, too', async () => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.setHeader('subtext-budget', entry({ limit: 4 })).end());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const start = await prepareProvider({ url });
    const { queue, tracer, stop } = start(true);
    tracer!.startSpan('a').end();
    await queue!.flush(Date.now() + 5_000);
    await settled();
    expect(heard).toMatchObject([{ limit: 4 }]);
    await stop();
    server.close();
  });

  it('is bounded: a receiver that names others with every answer is not answered without end', async () => {
    for (let limit = 10; limit < 2_010; limit += 1) hearBudgets(entry({ limit }));
    await settled();
    expect(heard.length).toBeLessThanOrEqual(1_000);
  });
});
