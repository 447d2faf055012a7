// The name of a trace is often its input, so a share link shows it only with the inputs.
import { createShareLink, createWriteBatch } from '@subtext/db';
import { BLANK_FACTS, BLANK_SPAN, type SpanRecord } from '@subtext/trace';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOT_SHARED, SHARED_PROJECT, type Shows } from '../../lib/traces/share.ts';
import { decodeSkeleton } from '../../lib/skeleton/skeleton.ts';
import { shareRouter } from '../routers/trace/share.ts';
import { createShareContext } from './share.ts';
import { openOwner, type Owner } from '../testing/owner.ts';

const TRACE = 'c'.repeat(32);
const NAME = 'Refund for NAMEMARK, please';
const startedAt = new Date().toISOString();

let owner: Owner;
let projectId: string;

const span = (id: string, parent: string | null, more: Partial<SpanRecord>): SpanRecord => ({
  ...{ ...BLANK_SPAN, spanId: id.repeat(16), parentSpanId: parent && parent.repeat(16) },
  ...{ startedAt, status: 'ok', agentName: NAME, ...more },
});

beforeAll(async () => {
  owner = await openOwner();
  projectId = (await owner.prisma.project.findFirstOrThrow()).id;
  const spans = [
    span('1', null, { kind: 'agent', name: `invoke_agent ${NAME}` }),
    span('2', '1', { kind: 'generation', name: 'chat gpt-5.2' }),
    span('3', '1', { kind: 'chain', name: NAME }),
    span('4', '3', { kind: 'agent', name: 'invoke_agent clerk', agentName: 'clerk' }),
  ];
  const trace = { ...BLANK_FACTS, endedAt: startedAt, name: NAME };
  const rest = { projectId, traceId: TRACE, calls: [], trace, price: null, body: '{}' };
  await createWriteBatch(owner.database.sql)(spans.map((each) => ({ ...rest, span: each })));
});
afterAll(() => owner.close());

async function shown(shows: Shows) {
  const { sql } = owner.database;
  const { id: createdBy } = await owner.prisma.user.findFirstOrThrow();
  const made = await createShareLink(sql, { projectId, traceId: TRACE }, { shows, expiresInDays: 7, createdBy });
  const { trace } = shareRouter.createCaller(createShareContext({ sql, reads: owner.reads }, made!.token));
  const address = { project: SHARED_PROJECT, trace: TRACE };
  const { name, root } = await trace.summary(address);
  const { rows } = await trace.skeleton(address);
  return { name, root: root?.name, rows, spans: decodeSkeleton(rows).spans.map((each) => [each.name, each.agent]) };
}

it('is not shown where what was asked is not, neither by the spans that carry it on', async () => {
  const { rows, ...names } = await shown({ thoughts: true, said: false, arguments: true, results: true });
  expect(rows).not.toContain('NAMEMARK');
  expect(names).toEqual({
    ...{ name: null, root: NOT_SHARED },
    spans: [
      [NOT_SHARED, NOT_SHARED],
      ['chat gpt-5.2', NOT_SHARED],
      [NOT_SHARED, NOT_SHARED],
      ['invoke_agent clerk', 'clerk'],
    ],
  });
});

it('is shown with what was asked', async () => {
  const { name, root, spans } = await shown({ thoughts: false, said: true, arguments: false, results: false });
  expect([name, root, spans[0]]).toEqual([NAME, `invoke_agent ${NAME}`, [`invoke_agent ${NAME}`, NAME]]);
});
