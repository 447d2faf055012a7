// Exports that the server writes: targets, schedules and runs. Only for owners, also in an archived project.
import {
  createExportTarget,
  exportRuns,
  exportTarget,
  exportTargets,
  MAX_EXPORT_TARGETS,
  removeExportTarget,
  requestExport,
  scheduleExports,
  stopExport,
  type ExportKind,
  type Sql,
} from '@subtext/db';
import { TRPCError } from '@trpc/server';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { exportAnswer } from '../../exports/export-answer.ts';
import { NEW_TARGET, storedPlace } from '../../exports/new-target.ts';
import { ownerProcedure, router } from '../../trpc/trpc.ts';

const owned = ownerProcedure('Only an owner of the project may export it.').meta({
  texts: 'none',
  worksInArchive: true,
});

const PAGE = 20;
const ID = z.object({ id: z.uuid() });

export const EXPORT_IS_OPEN = 'An export to this target is not finished. Wait for it, or stop it.';

const NOT_CREATED = {
  name: 'There is a target of this name. Choose another name.',
  many: `A project has at most ${MAX_EXPORT_TARGETS} targets. Remove one first.`,
} as const;

const noTarget = () => new TRPCError({ code: 'NOT_FOUND', message: 'There is no such target.' });

interface Found {
  sql: Sql;
  project: { id: string };
}

async function targetOf({ sql, project }: Found, id: string) {
  const target = await exportTarget(sql, { projectId: project.id, id });
  if (!target) throw noTarget();
  return target;
}

async function start({ sql, project }: Found, run: { targetId: string; kind: ExportKind; requestedBy: Actor }) {
  const id = await requestExport(sql, { projectId: project.id, isScheduled: false, ...run });
  if (id === undefined) throw new TRPCError({ code: 'CONFLICT', message: EXPORT_IS_OPEN });
  return { id };
}

/** While another export to the target is open, the next hour is the first. */
async function startSchedule({ sql, project }: Found, { id, savedBy }: { id: string; savedBy: Actor }): Promise<void> {
  const run = { targetId: id, kind: 'changes', isScheduled: true, requestedBy: savedBy } as const;
  await requestExport(sql, { projectId: project.id, ...run });
}

type Actor = Parameters<typeof requestExport>[1]['requestedBy'];

export const exportsRouter = router({
  targets: owned.query(async ({ ctx }) => {
    const targets = await exportTargets(ctx.sql, ctx.project.id);
    return {
      hasDirectory: ctx.env.hasExportDirectory,
      targets: targets.map(({ id, name, place, format, nextAt }) => ({ id, name, place, format, nextAt })),
    };
  }),

  runs: owned.input(z.object({ cursor: z.uuid().nullish() })).query(async ({ ctx, input: { cursor } }) => {
    const page = { projectId: ctx.project.id, after: cursor ?? null, limit: PAGE };
    const { runs, next } = await exportRuns(ctx.sql, page);
    return {
      runs: runs.map((run) => ({
        isStopping: run.isStopRequested && run.finishedAt === null,
        run: exportAnswer(run, ctx.project.slug),
      })),
      next,
    };
  }),

  addTarget: owned.input(z.object({ target: NEW_TARGET })).mutation(async ({ ctx, input: { target } }) => {
    const [id, projectId] = [randomUUID(), ctx.project.id];
    const { name, format, isHourly } = target;
    const { place, secret } = storedPlace(target.place, { key: ctx.env.authSecret, owner: `${projectId}/${id}` });
    const saved = { projectId, id, name, place, secret, format, isHourly, savedBy: ctx.actor };
    const problem = await createExportTarget(ctx.sql, saved);
    if (problem) throw new TRPCError({ code: 'CONFLICT', message: NOT_CREATED[problem] });
    ctx.describe({ target: name, after: { ...place, format, hourly: isHourly } });
    if (isHourly) await startSchedule(ctx, { id, savedBy: ctx.actor });
    return { id };
  }),

  schedule: owned.input(ID.extend({ isHourly: z.boolean() })).mutation(async ({ ctx, input: { id, isHourly } }) => {
    const { name, nextAt } = await targetOf(ctx, id);
    ctx.describe({ target: name, before: { hourly: nextAt !== null }, after: { hourly: isHourly } });
    await scheduleExports(ctx.sql, { projectId: ctx.project.id, id, isHourly, savedBy: ctx.actor });
    if (isHourly) await startSchedule(ctx, { id, savedBy: ctx.actor });
  }),

  removeTarget: owned.input(ID).mutation(async ({ ctx, input: { id } }) => {
    const { name, place, format } = await targetOf(ctx, id);
    ctx.describe({ target: name, before: { ...place, format } });
    if (!(await removeExportTarget(ctx.sql, { projectId: ctx.project.id, id })))
      throw new TRPCError({ code: 'CONFLICT', message: EXPORT_IS_OPEN });
  }),

  start: owned.input(ID.extend({ isFull: z.boolean() })).mutation(async ({ ctx, input: { id, isFull } }) => {
    const { name } = await targetOf(ctx, id);
    const run = await start(ctx, { targetId: id, kind: isFull ? 'full' : 'changes', requestedBy: ctx.actor });
    ctx.describe({ target: name, after: { ...run, everything: isFull } });
    return run;
  }),

  test: owned.input(ID).mutation(async ({ ctx, input: { id } }) => {
    const { name } = await targetOf(ctx, id);
    ctx.describe({ target: name });
    return start(ctx, { targetId: id, kind: 'test', requestedBy: ctx.actor });
  }),

  stop: owned.input(ID).mutation(async ({ ctx, input: { id } }) => {
    ctx.describe({ target: id });
    if (!(await stopExport(ctx.sql, { projectId: ctx.project.id, id })))
      throw new TRPCError({ code: 'NOT_FOUND', message: 'There is no such export, or it is finished.' });
  }),
});
