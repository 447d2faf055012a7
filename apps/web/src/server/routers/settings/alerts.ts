// The alert rules of a project, their destinations, their history, and the messages that were sent. No answer has a text
// of a trace, or the address or secret of a webhook.
import {
  ALERT_RULE,
  conditionWords,
  endIncident,
  HOUR_MS,
  hoursNeeded,
  newWebhookSecret,
  previewRule,
  readHours,
  settledHour,
  testMessage,
} from '@subtext/alerts';
import {
  alertDeliveries,
  alertDestinations,
  alertEvents,
  alertRules,
  changeAlertRule,
  createAlertDestination,
  createAlertRule,
  lockAlertRule,
  MAX_ALERT_DESTINATIONS,
  MAX_ALERT_RULES,
  queueAlertMessage,
  recentAlertTests,
  removeAlertDestination,
  removeAlertRule,
  type AlertRuleRow,
} from '@subtext/db';
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { NAME } from '../../trpc/inputs.ts';
import { projectProcedure, router } from '../../trpc/trpc.ts';
import { DESTINATION, shownAddress } from './alert-destination.ts';

/** A test is a request to an address that the user chose. */
const TESTS_PER_MINUTE = 10;
const SHOWN_EVENTS = 200;
const SHOWN_DELIVERIES = 50;
const PREVIEW_MS = 30 * 24 * HOUR_MS;

const BY_ID = z.object({ id: z.uuid() });
const SAVED = z.object({ name: NAME, rule: ALERT_RULE, isPaused: z.boolean() });

const noSuchRule = () => new TRPCError({ code: 'NOT_FOUND', message: 'There is no such alert rule any more.' });
const noSuchDestination = () => new TRPCError({ code: 'NOT_FOUND', message: 'There is no such destination any more.' });
const tooMany = (message: string) => new TRPCError({ code: 'CONFLICT', message });

function shownRule({ id, name, rule: stored, isPaused, state, stateSince, incidentId, evaluatedUntil }: AlertRuleRow) {
  const rule = ALERT_RULE.parse(stored);
  return {
    ...{ id, name, rule, isPaused, state, stateSince, evaluatedUntil },
    condition: conditionWords(rule),
    /** It fired, and is not resolved. */
    isOpen: incidentId !== null,
  };
}

export type ShownRule = ReturnType<typeof shownRule>;

export const alertsRouter = router({
  list: projectProcedure.meta({ texts: 'none' }).query(async ({ ctx }) => {
    const [rules, destinations] = await Promise.all([
      alertRules(ctx.sql, ctx.project.id),
      alertDestinations(ctx.sql, ctx.project.id),
    ]);
    return {
      rules: rules.map(shownRule),
      destinations: destinations.map((destination) => ({ ...destination, address: shownAddress(destination) })),
      /** False where no mail server is configured. */
      sendsMail: ctx.env.mail !== undefined,
    };
  }),

  /** Changes of state, newest first. */
  history: projectProcedure
    .meta({ texts: 'none' })
    .input(z.object({ rule: z.uuid().optional() }))
    .query(async ({ ctx, input }) => ({
      events: await alertEvents(ctx.sql, { projectId: ctx.project.id, ruleId: input.rule, limit: SHOWN_EVENTS }),
    })),

  /** The messages that were sent or wait to be sent, newest first. */
  deliveries: projectProcedure.meta({ texts: 'none' }).query(async ({ ctx }) => {
    const deliveries = await alertDeliveries(ctx.sql, ctx.project.id, SHOWN_DELIVERIES);
    return { deliveries: deliveries.map(({ message, ...delivery }) => ({ ...delivery, title: titleOf(message) })) };
  }),

  /** When the rule would have fired over the last 30 days. */
  preview: projectProcedure
    .meta({ texts: 'none' })
    .input(z.object({ rule: ALERT_RULE }))
    .query(async ({ ctx, input: { rule } }) => {
      const last = settledHour(new Date());
      const first = new Date(last.getTime() - PREVIEW_MS);
      const range = { projectId: ctx.project.id, ...hoursNeeded(rule, first, last) };
      const hours = await readHours(ctx.sql, range, rule.scope);
      return { condition: conditionWords(rule), ...previewRule(rule, hours, { first, last }) };
    }),

  create: projectProcedure.input(SAVED).mutation(async ({ ctx, input: { name, rule, isPaused } }) => {
    const id = await createAlertRule(ctx.sql, ctx.project.id, { name, rule, isPaused });
    if (id === undefined) throw tooMany(`A project has at most ${MAX_ALERT_RULES} alert rules. Delete one first.`);
    ctx.describe({ target: name, after: { ...rule, isPaused } });
    return { id };
  }),

  change: projectProcedure.input(SAVED.extend(BY_ID.shape)).mutation(async ({ ctx, input }) => {
    const { id, name, rule, isPaused } = input;
    const before = await lockAlertRule(ctx.sql, ctx.project.id, id);
    if (!before) throw noSuchRule();
    if (isPaused) await endIncident(ctx.sql, before, { reason: 'paused', at: new Date(), webUrl: ctx.env.webUrl });
    await changeAlertRule(ctx.sql, { projectId: ctx.project.id, id }, { name, rule, isPaused });
    const described = { name: before.name, ...(before.rule as object), isPaused: before.isPaused };
    ctx.describe({ target: name, before: described, after: { name, ...rule, isPaused } });
  }),

  remove: projectProcedure.input(BY_ID).mutation(async ({ ctx, input: { id } }) => {
    const before = await lockAlertRule(ctx.sql, ctx.project.id, id);
    if (!before) throw noSuchRule();
    await endIncident(ctx.sql, before, { reason: 'deleted', at: new Date(), webUrl: ctx.env.webUrl });
    await removeAlertRule(ctx.sql, ctx.project.id, id);
    ctx.describe({ target: before.name, before: before.rule as Record<string, unknown> });
  }),

  /** Resolves to the secret that signs the requests to a webhook, which is shown once. */
  addDestination: projectProcedure
    .input(z.object({ destination: DESTINATION }))
    .mutation(async ({ ctx, input: { destination } }) => {
      if (destination.kind === 'mail' && ctx.env.mail === undefined)
        throw new TRPCError({ code: 'BAD_REQUEST', message: 'No mail server is configured (SMTP_URL, MAIL_FROM).' });
      const secret = destination.kind === 'webhook' ? newWebhookSecret() : null;
      const id = await createAlertDestination(ctx.sql, ctx.project.id, { ...destination, secret });
      if (id === undefined)
        throw tooMany(`A project has at most ${MAX_ALERT_DESTINATIONS} destinations. Remove one first.`);
      ctx.describe({ target: destination.name, after: { kind: destination.kind, address: shownAddress(destination) } });
      return { id, secret };
    }),

  removeDestination: projectProcedure.input(BY_ID).mutation(async ({ ctx, input: { id } }) => {
    const removed = await removeAlertDestination(ctx.sql, ctx.project.id, id);
    if (!removed) throw noSuchDestination();
    ctx.describe({ target: removed.name, before: { kind: removed.kind } });
  }),

  /** Queues a message, which ingest sends within seconds. */
  test: projectProcedure.input(BY_ID).mutation(async ({ ctx, input: { id } }) => {
    const all = await alertDestinations(ctx.sql, ctx.project.id);
    const destination = all.find((one) => one.id === id);
    if (!destination) throw noSuchDestination();
    if ((await recentAlertTests(ctx.sql, ctx.project.id)) >= TESTS_PER_MINUTE)
      throw new TRPCError({ code: 'TOO_MANY_REQUESTS', message: 'These were many tests. Try again in a minute.' });
    const { slug, name } = ctx.project;
    const message = testMessage({ slug, name }, { at: new Date(), webUrl: ctx.env.webUrl });
    await queueAlertMessage(ctx.sql, ctx.project.id, { destinations: [id], eventId: null, message });
    ctx.describe({ target: destination.name });
  }),
});

const NAMED = z.object({ name: z.string() }).nullable();
const TITLED = z.object({ type: z.string(), rule: NAMED, budget: NAMED.default(null) });

/** The type of a stored message, and the name that its rule or budget had. */
function titleOf(message: unknown): { type: string; about: string | null } {
  const { type, rule, budget } = TITLED.parse(message);
  return { type, about: (rule ?? budget)?.name ?? null };
}
