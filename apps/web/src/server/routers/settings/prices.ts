// The prices of a project's models: list prices, its own prices, and repricing of stored calls.
import {
  dropProjectPrice,
  findProjectPrices,
  MAX_PROJECT_PRICES,
  pricedModels,
  repriceStored,
  saveProjectPrice,
  type Sql,
} from '@subtext/db';
import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { MOMENT, TEXT, TRACE_ID } from '../../trpc/inputs.ts';
import { ownerProcedure, projectProcedure, router } from '../../trpc/trpc.ts';

/** The range in which the page finds used models. */
const PRICES_DAYS = 30;
const MAX_MODELS = 200;
/** Traces a call of `reprice` looks at: about a second of work. */
const REPRICED_TRACES = 200;

/** Only owners may change prices. */
const owned = ownerProcedure('Only an owner of the project may change its prices.');

/** Nano-dollars for a million tokens; $100,000 for a million is beyond any model. */
const RATE = z.int().min(0).max(1e14);
const NAME = TEXT.trim().min(1).max(200);
const PRICE = z.object({
  provider: NAME,
  model: NAME,
  validFrom: MOMENT,
  inputRate: RATE,
  cacheReadRate: RATE.nullable(),
  cacheWriteRate: RATE.nullable(),
  cacheWriteHourRate: RATE.nullable(),
  outputRate: RATE,
  reasoningRate: RATE.nullable(),
});
const ID = z.object({ id: z.uuid() });
/** `startedAt`: microseconds since 1970; 17 digits are 3,000 years. */
const CURSOR = z.object({ startedAt: z.string().regex(/^-?\d{1,17}$/), traceId: TRACE_ID });

async function priceOf({ sql, project }: { sql: Sql; project: { id: string } }, id: string) {
  const price = (await findProjectPrices(sql, project.id)).find((one) => one.id === id);
  return { target: price && `${price.provider}/${price.model}`, before: price && { ...price } };
}

export const pricesRouter = router({
  list: projectProcedure.meta({ texts: 'none' }).query(async ({ ctx }) => {
    const since = new Date(Date.now() - PRICES_DAYS * 86_400_000);
    const projectId = ctx.project.id;
    const [models, own] = await Promise.all([
      pricedModels(ctx.sql, { projectId, since, limit: MAX_MODELS + 1 }),
      findProjectPrices(ctx.sql, projectId),
    ]);
    return {
      models: models.slice(0, MAX_MODELS),
      isCapped: models.length > MAX_MODELS,
      own,
      mayChange: ctx.role === 'owner',
    };
  }),

  save: owned.input(PRICE).mutation(async ({ ctx, input: { project: _project, ...price } }) => {
    const own = await findProjectPrices(ctx.sql, ctx.project.id);
    const before = own.find(
      ({ provider, model, validFrom }) =>
        provider === price.provider && model === price.model && Date.parse(validFrom) === Date.parse(price.validFrom),
    );
    ctx.describe({ target: `${price.provider}/${price.model}`, before: before && { ...before }, after: price });
    const id = await saveProjectPrice(ctx.sql, { ...price, projectId: ctx.project.id, by: ctx.me.id });
    if (id !== undefined) return { id };
    const message = `A project has at most ${MAX_PROJECT_PRICES} prices of its own. Remove some first.`;
    throw new TRPCError({ code: 'BAD_REQUEST', message });
  }),

  drop: owned.input(ID).mutation(async ({ ctx, input }) => {
    ctx.describe(await priceOf(ctx, input.id));
    if (!(await dropProjectPrice(ctx.sql, { projectId: ctx.project.id, id: input.id }))) throw noSuchPrice();
  }),

  /** A page of stored traces at this price; called until `next` is null. */
  reprice: owned.input(ID.extend({ after: CURSOR.nullable() })).mutation(async ({ ctx, input }) => {
    const { id, after } = input;
    const page = await repriceStored(ctx.sql, { projectId: ctx.project.id, id, after, limit: REPRICED_TRACES });
    if (!page) throw noSuchPrice();
    const { target } = await priceOf(ctx, id);
    ctx.describe({ target, after: { price: id, traces: page.traces, repriced: page.repriced } });
    return page;
  }),
});

const noSuchPrice = () =>
  new TRPCError({ code: 'NOT_FOUND', message: 'This price is not there any more. Reload the page.' });
