// The way from browser to data, with its one gate: every procedure of the app is a projectProcedure.
import { randomUUID } from 'node:crypto';
import {
  inTransaction,
  OnHold,
  organizationsOfUser,
  recordAudit,
  recordAuditOfUser,
  sqlState,
  type NewAuditEntry,
  type PrismaClient,
  type Sql,
} from '@subtext/db';
import { initTRPC, TRPCError, type TRPCDefaultErrorShape } from '@trpc/server';
import { isAPIError } from 'better-auth/api';
import * as z from 'zod';
import { ARCHIVED, LOOK_ONLY, mayChange, mayReadTexts, NO_TEXTS } from '../../lib/account/roles.ts';
import { conditionsOf } from '../../lib/traces/trace-filter.ts';
import {
  actorOf,
  lacksRequiredFactor,
  membershipOf,
  SECOND_FACTOR_REQUIRED,
  userOf,
  type Membership,
  type User,
} from '../access/access.ts';
import { recordListRead } from '../audit/reading.ts';
import type { Auth } from '../sign-in/auth.ts';
import type { WebEnv } from '../env.ts';
import { clientAddressOf, inputTransformer, Refused } from '../gate/index.ts';
import { retryAfterOf } from '../large-reads/busy-error.ts';
import type { LargeReads } from '../large-reads/large-reads.ts';
import type { Reader } from '../read-api/reader.ts';
import type { Versioned } from './versioned.ts';

export interface Context {
  prisma: PrismaClient;
  sql: Sql;
  /** What takes long by the length of a trace. */
  reads: LargeReads;
  env: WebEnv;
  /** Resolved once per request, however many procedures it calls. */
  user: () => Promise<User | undefined>;
  /** Who asks with a key, and not by a session. */
  reader?: Reader;
  /** The network address of the client, for the audit log. */
  address?: string;
  /** Shown with an error, and in the log beside its cause. */
  requestId: string;
  /** For responses that the browser may already have; absent if they are not cached. */
  versioned?: Versioned;
}

export function createContext(
  { auth, prisma, sql, reads, env }: Pick<Context, 'prisma' | 'sql' | 'reads' | 'env'> & { auth: Auth },
  headers: Headers,
): Context {
  let user: Promise<User | undefined> | undefined;
  return {
    ...{ prisma, sql, reads, env },
    requestId: randomUUID().slice(0, 8),
    address: clientAddressOf(headers),
    user: () => (user ??= userOf(auth, headers)),
  };
}

interface Meta {
  /** The mutation is allowed in an archived project: it restores or ends it, or takes access away. */
  worksInArchive?: boolean;
  /** The mutation is also recorded in the log of the organization. */
  isOfOrganization?: boolean;
  /** The procedure waits in the queue of large reads, so it does not count for its project. */
  isLargeRead?: boolean;
  /** Why a mutation is not in the audit log. All others are recorded by the gate. */
  unrecorded?: string;
  /**
   * What an analyst gets of a query. `none`: its answer has no text of a trace. `withheld`: it leaves the texts out.
   * Absent: it is refused, so that a new query is not open by mistake.
   */
  texts?: 'none' | 'withheld';
  /** The procedure records itself who read its trace (trace-procedure.ts). */
  isOfTrace?: true;
  /** An analyst may send words in `q`, because the query does not look for them in texts then. */
  takesWords?: boolean;
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    transformer: inputTransformer,
    isDev: false,
    sse: {
      // Distinguishes a quiet stream from a lost one. After ten minutes the client comes back by itself, through the
      // gate: so membership that ended ends a stream.
      ping: { enabled: true, intervalMs: 15_000 },
      client: { reconnectAfterInactivityMs: 40_000 },
      maxDurationMs: 600_000,
    },
    errorFormatter: formatError,
  });

interface FailedRequest {
  shape: TRPCDefaultErrorShape;
  error: TRPCError;
  ctx: { requestId: string } | undefined;
}

/**
 * An error as the browser gets it: of what went wrong inside only a sentence and the id under which the log has the
 * rest (log-error.ts).
 */
export function formatError({ shape, error, ctx }: FailedRequest) {
  const inside = error.code === 'INTERNAL_SERVER_ERROR';
  return {
    ...shape,
    message: inside ? reasonOf(error) : shape.message,
    data: { ...shape.data, requestId: ctx?.requestId, retryAfter: retryAfterOf(error) },
  };
}

/** SQLSTATE of a statement that was cancelled because it took too long. */
const CANCELLED = '57014';

/**
 * No connection, one that was cut, or a Postgres that starts or stops: as the system, the two clients and Postgres
 * itself call it.
 */
const AWAY = /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|CONNECT_|CONNECTION_|P100[12]$|P1017$|08|57P0)/;

/** A sentence for an internal error that says what to do and reveals no internals. */
export function reasonOf({ cause }: TRPCError): string {
  if (sqlState(cause) === CANCELLED)
    return 'The database took too long. Choose a shorter time range or a narrower filter.';
  return isAway(cause) ? 'The database cannot be reached. Is it running?' : 'The server could not answer.';
}

/**
 * The first thing that any question asks for is the session, and better-auth says of each failure of the database only
 * that there was none.
 */
export const isAway = (cause: unknown): boolean =>
  AWAY.test(sqlState(cause) ?? '') || (isAPIError(cause) && cause.body?.code === 'FAILED_TO_GET_SESSION');

const SLUG = z
  .string()
  .min(1)
  .max(63)
  .regex(/^[a-z0-9-]+$/);

/** Before any input: who has no session is refused without a byte of it being read. */
const signedInProcedure = t.procedure.use(async ({ ctx, next }) => {
  const me = await ctx.user();
  if (!me) throw new Refused({ code: 'UNAUTHORIZED', message: 'Your session has ended. Sign in again.' });
  return next({ ctx: { ...ctx, me } });
});

/** The gate of everything but the user's own account: a required second factor has to be set up. */
const memberProcedure = signedInProcedure.use(({ ctx, next }) => {
  if (lacksRequiredFactor(ctx.env, ctx.me)) throw new Refused({ code: 'FORBIDDEN', message: SECOND_FACTOR_REQUIRED });
  return next();
});

/**
 * The gate. Input always names the project; the procedure then finds `ctx.project`, `ctx.role` and `ctx.me`.
 * It stands before any other input is parsed, so that the input of a procedure is not revealed without access.
 */
export const projectProcedure = memberProcedure
  .input(z.object({ project: SLUG }))
  .use(async ({ ctx, input, type, path, meta, signal, getRawInput, next }) => {
    const membership = await membershipIn(ctx, ctx.me, input.project);
    if (!membership) throw new Refused({ code: 'NOT_FOUND', message: 'There is no such project for you.' });
    if (type === 'mutation' && !mayChange(membership.role))
      throw new TRPCError({ code: 'FORBIDDEN', message: LOOK_ONLY });
    const { project, role } = membership;
    if (type === 'mutation' && project.isArchived && !meta?.worksInArchive)
      throw new TRPCError({ code: 'FORBIDDEN', message: ARCHIVED });
    const readsTexts = mayReadTexts(role);
    if (!readsTexts && meta?.texts === undefined) throw new TRPCError({ code: 'FORBIDDEN', message: NO_TEXTS });
    if (!readsTexts && !meta?.takesWords) refuseWords(await getRawInput());
    const { details, describe } = describedChange();
    const actor = actorOf(ctx.me, ctx.address);
    if (readsTexts && type !== 'mutation' && meta?.texts !== 'none' && !meta?.isOfTrace)
      await recordListRead(ctx.sql, { projectId: project.id, actor, path });
    const { afterCommit, runTasks } = tasksAfterCommit();
    const run = (sql: Sql) => next({ ctx: { ...ctx, sql, project, role, readsTexts, actor, describe, afterCommit } });
    const isRecorded = type === 'mutation' && meta?.unrecorded === undefined;
    const record = async (sql: Sql) => {
      const entry = { actor, action: path, ...details };
      await recordAudit(sql, { projectId: project.id, ...entry });
      if (meta?.isOfOrganization) await recordAudit(sql, { organizationId: project.organizationId, ...entry });
    };
    const proceed = async () => {
      const result = await (isRecorded ? recorded(ctx.sql, run, record) : run(ctx.sql));
      if (result.ok) await runTasks();
      return result;
    };
    // A subscription lasts as long as its page is open.
    if (type === 'subscription' || meta?.isLargeRead) return proceed();
    return ctx.reads.answer(project.id, signal, proceed);
  });

const FILTER_TEXT = z.looseObject({ q: z.string() });

/** A filter by words would reveal texts letter by letter. */
function refuseWords(input: unknown): void {
  const filter = FILTER_TEXT.safeParse(input).data;
  if (!filter || !conditionsOf(filter.q).some(({ field }) => field === 'text')) return;
  const message = `${NO_TEXTS} Filter by fields instead of words, such as "tool:search" or "cost:>0.05".`;
  throw new TRPCError({ code: 'FORBIDDEN', message });
}

/** What a mutation says of its change; never a key, a token or a text of a trace. */
type AuditDetails = Pick<NewAuditEntry, 'target' | 'before' | 'after'>;

/** `describe` is for the mutation, and `details` is what it has said when it is done. */
function describedChange() {
  const details: AuditDetails = {};
  return { details, describe: (more: AuditDetails) => void Object.assign(details, more) };
}

/** `afterCommit` is for what a mutation does once its change is stored, such as sending a mail about it. */
function tasksAfterCommit() {
  const tasks: (() => Promise<void>)[] = [];
  return {
    afterCommit: (task: () => Promise<void>) => void tasks.push(task),
    runTasks: async () => {
      for (const task of tasks) await task();
    },
  };
}

/** The change and its entry in the audit log are stored together, or neither is. */
async function recorded<Result extends { ok: boolean; error?: unknown }>(
  sql: Sql,
  run: (sql: Sql) => Promise<Result>,
  record: (sql: Sql) => Promise<void>,
): Promise<Result> {
  let failed: Result | undefined;
  try {
    return await inTransaction(sql, async (transaction) => {
      const result = await run(transaction);
      if (!result.ok) {
        failed = result;
        throw result.error;
      }
      await record(transaction);
      return result;
    });
  } catch (error) {
    if (failed) return failed;
    throw error;
  }
}

/**
 * The gate of what a user sees and changes of their own account, in any role. A change is recorded in the logs of the
 * user. A key has no account.
 */
export const accountProcedure = signedInProcedure.use(({ ctx, type, path, next }) => {
  const { me } = ctx;
  if (me.credential.kind !== 'session')
    throw new Refused({ code: 'UNAUTHORIZED', message: 'An API key has no account.' });
  const { details, describe } = describedChange();
  const run = (sql: Sql) => next({ ctx: { ...ctx, sql, sessionId: me.credential.id, describe } });
  const record = (sql: Sql) =>
    recordAuditOfUser(sql, { id: me.id, address: ctx.address }, { action: path, ...details });
  return type === 'mutation' ? recorded(ctx.sql, run, record) : run(ctx.sql);
});

/**
 * The gate of what a user sees and changes of an organization. Input names it; a guest, who is a member of some of its
 * projects only, changes nothing. A key has no organization.
 */
export const organizationProcedure = memberProcedure
  .input(z.object({ organization: z.uuid() }))
  .use(async ({ ctx, input, type, path, signal, next }) => {
    const { me } = ctx;
    const [organization] =
      me.credential.kind === 'session'
        ? await organizationsOfUser(ctx.sql, { userId: me.id, id: input.organization })
        : [];
    if (!organization) throw new Refused({ code: 'NOT_FOUND', message: 'There is no such organization for you.' });
    if (type === 'mutation' && !mayChange(organization.role))
      throw new TRPCError({ code: 'FORBIDDEN', message: 'You have read-only access to this organization.' });
    const { details, describe } = describedChange();
    const actor = actorOf(me, ctx.address);
    const run = (sql: Sql) => next({ ctx: { ...ctx, sql, organization, describe } });
    const record = (sql: Sql) => recordAudit(sql, { organizationId: organization.id, actor, action: path, ...details });
    const proceed = () => (type === 'mutation' ? recorded(ctx.sql, run, record) : run(ctx.sql));
    return ctx.reads.answer(organization.id, signal, proceed);
  });

/** A key is a member of its own project, in a role that changes nothing. */
async function membershipIn({ sql, reader }: Context, me: User, slug: string): Promise<Membership | undefined> {
  if (!reader) return membershipOf(sql, me.id, slug);
  return reader.project.slug === slug ? { project: reader.project, role: reader.role } : undefined;
}

/** The same gate for owners alone; `refusal` is the message for every other member. */
export const ownerProcedure = (refusal: string) =>
  projectProcedure.use(({ ctx, next }) => {
    if (ctx.role !== 'owner') throw new TRPCError({ code: 'FORBIDDEN', message: refusal });
    return next();
  });

/** For `catch`: a legal hold is the user's to lift, so its message reaches them. */
export function onHold(error: unknown): never {
  if (!(error instanceof OnHold)) throw error;
  throw new TRPCError({ code: 'CONFLICT', message: error.message });
}

export const { router, createCallerFactory } = t;
