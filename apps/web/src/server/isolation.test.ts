// Members of one project try to reach another through every procedure, with the ids of everything it has, as a user who
// learned them from a link would.
import {
  addAlertEvent,
  addBudgetEvent,
  changeRetentionPeriod,
  createAlertDestination,
  createAlertRule,
  createBudget,
  createApiKey,
  createInvitation,
  createShareLink,
  createWriteBatch,
  ensureProject,
  placeHold,
  requestTraceDeletion,
  createExperiment,
  createExportTarget,
  requestExport,
  FIRST_ORGANIZATION,
  quarantine,
  queueAlertMessage,
  recordAudit,
  saveProjectPrice,
  saveProviderKey,
  traceScores,
  writeScores,
} from '@subtext/db';
import { BLANK_CALL, BLANK_FACTS, BLANK_SPAN } from '@subtext/trace';
import type { AnyProcedure } from '@trpc/server';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_TEXTS } from '../lib/account/roles.ts';
import { appRouter } from './routers/index.ts';
import { openOwner, type Owner } from './testing/owner.ts';
import {
  ALERT_RULE,
  MARK,
  WORD,
  PRIVATE,
  TEXT,
  TRACE,
  SPAN,
  PRICE,
  RATES,
  INPUTS,
  type Theirs,
} from './testing/procedure-inputs.ts';

/** Procedures that return no stored text: totals, ids, or nothing. */
const SAY_NO_TEXT = new Set([
  ...['account.endOtherSessions', 'account.endSession', 'account.methods', 'account.sessions', 'account.setPassword'],
  ...['account.passkeys', 'account.removePasskey', 'account.renamePasskey'],
  ...[
    'capture.get',
    'alerts.addDestination',
    'alerts.change',
    'alerts.create',
    'alerts.preview',
    'alerts.remove',
    'alerts.removeDestination',
    'alerts.test',
    ...['budgets.change', 'budgets.create', 'budgets.remove'],
    'capture.preview',
    'capture.set',
    'costs.checks',
    'costs.days',
    'costs.hints',
    'costs.latencyDays',
    'costs.retries',
    'costs.scores',
    'costs.steps',
  ],
  ...[
    'deletions.preview',
    'deletions.request',
    'deletions.stop',
    ...[
      'exports.addTarget',
      'exports.removeTarget',
      'exports.schedule',
      'exports.start',
      'exports.stop',
      'exports.test',
    ],
    ...['experiments.create', 'experiments.estimate', 'experiments.measured', 'experiments.resume', 'experiments.stop'],
    ...['providerKeys.add', 'providerKeys.remove'],
    'holds.lift',
    'holds.place',
    'keys.create',
    'keys.rename',
    'keys.revoke',
    'keys.rotate',
    'live.changes',
    'members.list',
    'onboarding.loadSample',
  ],
  ...[
    'members.invite',
    'members.remove',
    'members.removePasskeys',
    'members.resetPassword',
    'members.resetSecondFactor',
    'members.revokeInvitation',
    'members.setRole',
  ],
  ...['organization.createProject', 'organization.log', 'organization.members'],
  ...['organization.rename', 'organization.setRole'],
  ...['projects.archive', 'projects.delete', 'projects.rename', 'projects.restore'],
  ...['prices.drop', 'prices.reprice', 'prices.save', 'quarantine.drop', 'quarantine.replay', 'search.coverage'],
  ...['retention.expired', 'retention.set'],
  ...['scores.change', 'scores.remove', 'scores.set', 'traces.checks'],
  ...[
    'sessions.totals',
    'sessions.turns',
    'sessions.without',
    'shareLinks.create',
    'shareLinks.list',
    'shareLinks.revoke',
  ],
  ...[
    'trace.beyond',
    'trace.cuts',
    'trace.find',
    'trace.hint',
    'traces.delete',
    'traces.mark',
    'traces.totals',
    'traces.without',
    'views.change',
    'views.create',
    'views.remove',
  ],
]);

const procedures = Object.keys(appRouter._def.procedures);

let owner: Owner;
let foreign: string;
let theirs: Theirs;

beforeAll(async () => {
  owner = await openOwner();
  foreign = (await ensureProject(owner.database.sql, { slug: 'foreign', name: MARK })).id;
  theirs = await fill(foreign);
});
afterAll(() => owner.close());

const ARM = {
  ...{ name: MARK, isBaseline: false, target: null, model: null, effort: 'low', budgetTokens: null },
  ...{ withThoughts: true, keyId: null },
};
const NO_FIGURES = {
  ...{ provider: null, effort: null, cost: null, inputTokens: null, outputTokens: null, reasoningTokens: null },
  durationMs: null,
};

async function fill(projectId: string): Promise<Theirs> {
  const { prisma, database } = owner;
  const { sql } = database;
  const { id: createdBy } = await prisma.user.findFirstOrThrow();
  await storeTrace(projectId);
  await quarantine(sql, [{ projectId, reason: MARK, contentType: 'application/json', body: Buffer.from(TEXT) }]);
  const [row] = await sql<[{ id: string }]>`SELECT id FROM quarantine WHERE project_id = ${projectId}`;
  const view = await prisma.savedView.create({ data: { projectId, name: MARK, params: {}, createdBy } });
  const alertDestination = await createAlertDestination(sql, projectId, {
    ...{ name: MARK, kind: 'mail', address: `${MARK}@example.test`, secret: null },
  });
  const alertRule = await createAlertRule(sql, projectId, { name: MARK, rule: ALERT_RULE, isPaused: false });
  const event = { ruleId: alertRule!, incidentId: null, at: new Date(), value: 1, compared: null, message: MARK };
  const eventId = await addAlertEvent(sql, projectId, { ...event, state: 'firing' });
  const message = { type: 'alert.firing', rule: { name: MARK } };
  await queueAlertMessage(sql, projectId, { destinations: [alertDestination!], eventId, message });
  const budget = await createBudget(sql, projectId, {
    ...{ name: MARK, subject: 'user', subjectName: MARK, amount: 1n, period: 'day', thresholds: [1], destinations: [] },
  });
  const reached = { budgetId: budget!, at: new Date(), periodStart: new Date(), threshold: 1, spent: 1n, amount: 1n };
  await addBudgetEvent(sql, projectId, { ...reached, unpriced: 0, message: MARK });
  const { id: key } = await createApiKey(sql, { projectId, name: MARK, scopes: ['ingest'] });
  const shows = { thoughts: true, said: true, arguments: true, results: true };
  const link = await createShareLink(sql, { projectId, traceId: TRACE }, { shows, expiresInDays: 7, createdBy });
  const price = await saveProjectPrice(sql, { ...PRICE, ...RATES, model: MARK, projectId, by: createdBy });
  await changeRetentionPeriod(sql, { projectId, environment: MARK, keepDays: null });
  await writeScores(sql, [
    {
      ...{ projectId, traceId: TRACE, spanId: null, target: 'trace', name: MARK, number: 1, label: null, thumbs: null },
      ...{ comment: TEXT, source: 'api', authorId: null, keyId: key, idempotencyKey: MARK, at: PRICE.validFrom },
    },
  ]);
  const [score] = await traceScores(sql, { projectId, traceId: TRACE });
  const actor = { id: createdBy, email: 'eve@example.test' };
  await recordAudit(sql, { projectId, actor, action: 'keys.create', target: MARK });
  const hold = await placeHold(sql, { projectId, kind: 'user', value: MARK, reason: MARK, placedBy: MARK });
  if (typeof hold === 'string') throw new Error(hold);
  const condition = { kind: 'user', value: MARK, from: null, to: null, conditions: [] } as const;
  const deletion = await requestTraceDeletion(sql, { projectId, condition, requestedBy: actor });
  const exportTarget = randomUUID();
  const target = { projectId, id: exportTarget, name: MARK, place: { kind: 'directory', folder: MARK } } as const;
  await createExportTarget(sql, { ...target, format: 'jsonl', secret: null, isHourly: false, savedBy: actor });
  const asked = { projectId, targetId: exportTarget, kind: 'full', isScheduled: false, requestedBy: actor } as const;
  const exportRun = await requestExport(sql, asked);
  const experiment = randomUUID();
  await createExperiment(sql, {
    ...{ projectId, id: experiment, name: MARK, q: MARK, since: null, until: null, wantedSteps: 1, repeats: 1 },
    ...{ arms: [ARM], maxOutputTokens: 100, runsOn: 'worker', budget: 1n, madeBy: actor },
    steps: [{ ...NO_FIGURES, traceId: TRACE, spanId: SPAN, model: MARK }],
  });
  const text = { text: TEXT, calls: JSON.stringify([{ name: MARK, arguments: TEXT }]) };
  await sql`UPDATE experiment_answers SET state = 'answered', text = ${text.text}, calls = ${text.calls}::text::jsonb,
    reason = ${PRIVATE} WHERE project_id = ${projectId}`;
  const providerKey = randomUUID();
  const owned = { projectId, id: providerKey, provider: 'openai', label: MARK, lastFour: '1234', baseUrl: null };
  await saveProviderKey(sql, { ...owned, secret: Buffer.from(MARK), savedBy: actor });
  const member = 'theirs';
  await prisma.user.create({ data: { id: member, name: 'Eve', email: 'eve@example.test' } });
  await prisma.projectMember.create({ data: { projectId, userId: member, role: 'owner' } });
  const invitation = await createInvitation(sql, { projectId, email: MARK, role: 'member', createdBy: member });
  if (typeof invitation === 'string') throw new Error(invitation);
  return {
    ...{ invitation: invitation.id, member, key, link: link!.id, price: price!, quarantined: row.id, score: score!.id },
    ...{
      alertDestination: alertDestination!,
      alertRule: alertRule!,
      budget: budget!,
      organization: FIRST_ORGANIZATION.id,
    },
    ...{ experiment, providerKey },
    ...{ view: view.id, hold: hold.id, deletion: deletion!, exportTarget, exportRun: exportRun! },
  };
}

async function storeTrace(projectId: string): Promise<void> {
  const startedAt = new Date().toISOString();
  // The beginning of a GIF, and the mark among its bytes.
  const image = { type: 'blob', modality: 'image', name: MARK, content: `R0lGODlhKAAYAIAAAExpcRR4${MARK}${PRIVATE}A` };
  const parts = [{ type: 'text', content: TEXT }, image];
  const said = [{ role: 'user', parts }];
  const answered = [{ role: 'assistant', parts }];
  const messages = {
    'gen_ai.input.messages': JSON.stringify(said),
    'gen_ai.output.messages': JSON.stringify(answered),
  };
  const body = JSON.stringify({ attributes: { 'gen_ai.operation.name': 'chat', ...messages } });
  const span = {
    ...{ ...BLANK_SPAN, spanId: SPAN, kind: 'generation' as const, name: MARK, startedAt, agent: MARK, snapshot: 1 },
    ...{ provider: 'openai', requestModel: MARK, thinkingState: 'readable' as const, reasoningTokens: 9 },
    ...{ readableTokens: 9, summaryTokens: 0, noTextTokens: 0, outputTokens: 9, reasoningCost: 9, readableCost: 9 },
  };
  const call = {
    ...{ ...BLANK_CALL, startedAt, toolName: MARK, thoughtCount: 1, thoughtPreview: TEXT, argumentsPreview: TEXT },
    ...{ thinkingState: 'readable' as const, reasoningTokens: 9, reasoningCost: 9, thoughtCharacters: 11 },
    texts: { thoughts: [TEXT], preamble: TEXT, arguments: `{"${MARK}":"${PRIVATE} ${WORD}"}`, result: TEXT },
  };
  const run = {
    ...{ ...BLANK_CALL, startedAt, toolName: MARK, describedBy: 'execution' as const, status: 'ok' as const },
    durationNs: 1_500_000_000,
  };
  const trace = { ...BLANK_FACTS, endedAt: startedAt, name: TEXT, asked: TEXT, sessionId: MARK, release: MARK };
  const stored = { projectId, traceId: TRACE, span, calls: [call, run], trace, price: null, body };
  const { sql } = owner.database;
  await createWriteBatch(sql)([stored]);
  await sql`INSERT INTO billed_thinking (project_id, trace_id, day, model, basis, steps, tokens, bytes)
    VALUES (${projectId}, decode(${TRACE}, 'hex'), ${startedAt.slice(0, 10)}, ${MARK}, 'verbatim', 30, 9, 9)`;
  const quote = { kind: 'quote', spanId: SPAN, index: 0, block: 0, from: 0, to: TEXT.length };
  await sql`INSERT INTO check_findings (project_id, trace_id, number, check_id, span_id, call_index, confidence, evidence)
    VALUES (${projectId}, decode(${TRACE}, 'hex'), 0, 'against-thought', decode(${SPAN}, 'hex'), 0, 'likely',
      ${JSON.stringify([quote, { kind: 'value', name: 'named', value: TEXT }])}::text::jsonb)`;
}

/** The whole response, including the message of an error; the beginning of a stream. */
async function ask(path: string, project: string): Promise<string> {
  const caller: unknown = await owner.caller();
  const procedure = path.split('.').reduce((parent, name) => (parent as Record<string, unknown>)[name], caller);
  try {
    const input = { ...INPUTS[path]!(theirs), project };
    const answer = await (procedure as (input: object) => Promise<unknown>)(input);
    return text(isStream(answer) ? await beginningOf(answer) : answer);
  } catch (error) {
    return (error as Error).message;
  }
}

const isStream = (answer: unknown): answer is AsyncIterable<unknown> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;

async function beginningOf(stream: AsyncIterable<unknown>): Promise<unknown> {
  for await (const event of stream) return event;
  return undefined;
}

const text = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each)) ?? '';

/** All rows of the other project, of every table that names projects. */
async function rowsOfForeign(): Promise<string> {
  const { sql } = owner.database;
  const tables = await sql<{ name: string }[]>`
    SELECT relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE attname = 'project_id' AND relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = current_schema()::regnamespace
    ORDER BY 1`;
  const rows = tables.map(
    async ({ name }) =>
      [name, await sql`SELECT * FROM ${sql(name)} WHERE project_id = ${foreign} ORDER BY 1, 2`] as const,
  );
  return text(await Promise.all(rows));
}

it('tries every procedure', () => {
  expect(Object.keys(INPUTS).toSorted()).toEqual(procedures.toSorted());
});

it.each(procedures)('%s says nothing of another project and leaves it as it was', async (path) => {
  const before = await rowsOfForeign();
  expect(before).toContain(MARK);
  const answer = await ask(path, 'default');
  expect(answer).not.toContain('is not a function');
  expect(answer).not.toMatch(/invalid_type|Invalid input|too_small/);
  expect(answer).not.toContain(MARK);
  expect(await rowsOfForeign()).toBe(before);
});

/** While the member of `default` is also a member of the other project. */
async function asMember<Result>(role: string, run: () => Promise<Result>): Promise<Result> {
  const { id: userId } = await owner.prisma.user.findFirstOrThrow();
  await owner.prisma.projectMember.create({ data: { projectId: foreign, userId, role } });
  try {
    return await run();
  } finally {
    await owner.prisma.projectMember.deleteMany({ where: { projectId: foreign, userId } });
  }
}

const askAsMember = (path: string, role = 'owner') => asMember(role, () => ask(path, 'foreign'));

// Its rows have a day and counts, and none of the marked texts.
it('counts a duration by day only for members of its project', async () => {
  expect(JSON.parse(await ask('costs.latencyDays', 'default'))).toEqual({ rows: [], scope: null });
  expect(JSON.parse(await askAsMember('costs.latencyDays'))).toMatchObject({ rows: [{ duration: { count: 1 } }] });
});

it.each(procedures.filter((path) => !SAY_NO_TEXT.has(path)))(
  '%s says it to a member, so that there was something to say',
  async (path) => expect(await askAsMember(path)).toContain(MARK),
);

/** Queries whose whole answer is texts. */
const REFUSED_TO_ANALYSTS = [
  ...['compare.digests', 'compare.request', 'experiments.answers', 'experiments.estimate'],
  ...['live.steps', 'quarantine.body', 'search.find'],
  ...[
    'trace.answerMedia',
    'trace.around',
    'trace.conversation',
    'trace.find',
    'trace.fork',
    'trace.mediaBytes',
    'trace.opening',
  ],
  ...['trace.payload', 'trace.seen', 'trace.seenText'],
];

const isQuery = (path: string) =>
  (appRouter._def.procedures as unknown as Record<string, AnyProcedure>)[path]?._def.type !== 'mutation';

describe('an analyst', () => {
  it.each(procedures.filter(isQuery))('gets no text of a trace from %s', async (path) => {
    const answer = await askAsMember(path, 'analyst');
    expect(answer).not.toContain(PRIVATE);
    expect(answer.includes(NO_TEXTS)).toBe(REFUSED_TO_ANALYSTS.includes(path));
  });

  const mutations = procedures.filter((path) => !isQuery(path) && !path.startsWith('account.'));
  it.each(mutations)('changes nothing by %s', async (path) => {
    const before = await rowsOfForeign();
    expect(await askAsMember(path, 'analyst')).toMatch(/read-only access|Only (?:an )?owners? of the project/);
    expect(await rowsOfForeign()).toBe(before);
  });

  it('finds the traces by fields, and not by words of their texts', () =>
    asMember('analyst', async () => {
      const caller = await owner.caller();
      const list = (q: string) => caller.traces.list({ project: 'foreign', q, range: 'all', sort: 'age' });
      expect((await list(`session:${MARK}`)).traces).toMatchObject([{ id: TRACE, name: null, asked: null }]);
      await expect(list(WORD)).rejects.toThrow(`${NO_TEXTS} Filter by fields instead of words`);
      await expect(list(`session:${MARK} -"${WORD}"`)).rejects.toThrow('Filter by fields');
    }));
});
