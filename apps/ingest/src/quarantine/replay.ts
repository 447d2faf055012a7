/**
 * Reprocesses quarantined spans with the current readers, after an upgrade that can read them or a repair of the
 * database.
 */
import {
  createWriteBatch,
  dropQuarantined,
  findProjectPrices,
  findProjectRules,
  noteRefused,
  quarantinedBodies,
  writeScores,
  type QuarantinedRow,
  type QuarantineFilter,
  type RefusedAgain,
  type Sql,
} from '@subtext/db';
import type { StorableSpan } from '@subtext/trace';
import {
  applyPolicyToLog,
  policyOf,
  applyPolicyToSpan,
  keptQuoteUnder,
  listedTextUnder,
  type Policy,
} from '../policy/index.ts';
import { unreadableReason } from './quarantine-reason.ts';
import { preparingLogs } from '../read/read-logs.ts';
import { preparingSpans } from '../read/read-traces.ts';
import { noneEvaluated, signalOfType, type Evaluated } from '../read/reading.ts';
import type { ProjectContext } from '../rows/index.ts';
import type { ScoreContext } from '../rows/score-records.ts';
import { logOfPayload, spanOfPayload } from '../rows/read-payload.ts';
import { storeBatch } from '../store/store-batch.ts';

export interface Replayed {
  /** Stored and removed from quarantine, including spans that had been stored meanwhile. */
  stored: number;
  /** Still refused: reason now → how many. */
  refused: Map<string, number>;
}

const PAGE = 200;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Reads the selected spans again and stores those that can be stored now; resolves to their number, and the reasons of
 * the others. A span leaves the quarantine after the commit that stores it, so an interruption loses nothing, and a
 * span that is stored a second time counts once. Rejects when the database is unreachable.
 */
export async function replay(sql: Sql, filter: QuarantineFilter): Promise<Replayed> {
  const writeBatch = createWriteBatch(sql);
  const states = new Map<string, ProjectState>();
  const replayed: Replayed = { stored: 0, refused: new Map() };
  for (let after = FIRST; ;) {
    const rows = await quarantinedBodies(sql, { ...filter, after, limit: PAGE });
    if (rows.length === 0) return replayed;
    after = rows.at(-1)!.id;
    const { storable, refuse, scores } = await prepare(sql, rows, states);
    const rejections = new Map(
      (await storeBatch(writeBatch, [...storable.keys()])).map(({ span, reason }) => [span, reason]),
    );
    await writeScores(sql, scores);
    for (const [projectId, spans] of Map.groupBy(storable, ([span]) => span.projectId)) {
      const ids: string[] = [];
      for (const [span, id] of spans) {
        const reason = rejections.get(span);
        if (reason === undefined) ids.push(id);
        else refuse.push({ projectId, id, reason });
      }
      replayed.stored += ids.length === 0 ? 0 : await dropQuarantined(sql, { projectId, ids });
    }
    await noteRefused(sql, refuse);
    for (const { reason } of refuse) replayed.refused.set(reason, (replayed.refused.get(reason) ?? 0) + 1);
  }
}

/** The current rules and prices of a project. */
interface ProjectState {
  policy: Policy | undefined;
  home: ProjectContext & ScoreContext;
}

async function projectState(sql: Sql, projectId: string): Promise<ProjectState> {
  const policy = policyOf((await findProjectRules(sql, projectId)) ?? null);
  return {
    policy,
    home: {
      projectId,
      prices: await findProjectPrices(sql, projectId),
      listedText: listedTextUnder(policy),
      keptQuote: keptQuoteUnder(policy),
    },
  };
}

async function prepare(sql: Sql, rows: readonly QuarantinedRow[], states: Map<string, ProjectState>) {
  const storable = new Map<StorableSpan, string>();
  const refuse: RefusedAgain[] = [];
  const evaluated = noneEvaluated();
  for (const row of rows) {
    const { projectId, id } = row;
    if (!states.has(projectId)) states.set(projectId, await projectState(sql, projectId));
    const outcome = await readAgain(row, states.get(projectId)!, evaluated);
    if (typeof outcome === 'string') refuse.push({ projectId, id, reason: outcome });
    else storable.set(outcome, id);
  }
  return { storable, refuse, scores: evaluated.scores };
}

/** Returns the reason if the span cannot be stored. */
async function readAgain(
  { contentType, body }: QuarantinedRow,
  { policy, home }: ProjectState,
  evaluated: Evaluated,
): Promise<StorableSpan | string> {
  try {
    const text = Buffer.from(body).toString('utf8');
    const outcome =
      signalOfType(contentType) === 'logs'
        ? await applyPolicyToLog(policy, logOfPayload(text), preparingLogs(home, evaluated))
        : await applyPolicyToSpan(policy, spanOfPayload(text), preparingSpans(home, evaluated));
    if (outcome === undefined) return 'it belongs to no trace';
    return 'reason' in outcome ? outcome.reason : outcome;
  } catch (error) {
    return unreadableReason(error).sentence;
  }
}
