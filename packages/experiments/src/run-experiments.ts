/**
 * Asks the open experiments that run on the server, a few questions at a time. Any number of processes may do so at
 * once: each question is claimed by one, and all share the budget (packages/db/src/experiments/answers.ts).
 */
import {
  endExperiment,
  experiment,
  finishExperiment,
  openExperiments,
  providerKeys,
  RENEW_LEASE_MS,
  renewLease,
  sealedProviderKey,
  type AttemptKey,
  type ExperimentKey,
  type ProviderKey,
  type Sql,
} from '@subtext/db';
import { openSecret } from '@subtext/export';
import { ALLOWED_ADDRESSES, outboundFetch } from '@subtext/outbound';
import { providerRequest } from '@subtext/reasoning';
import { nextQuestion, type Question } from './question.ts';
import { send, type SendOptions } from './send.ts';
import { settle } from './settle.ts';

/** What the operator says about experiments. A thread receives it, so it has only plain values. */
export interface ExperimentSettings {
  /** Opens the keys of providers; undefined = experiments fail. */
  authSecret: string | undefined;
  /** Addresses in private networks that a provider may have, as SUBTEXT_OUTBOUND_ALLOW. */
  allowedAddresses: string;
}

export interface RunOptions {
  settings: ExperimentSettings;
  signal?: AbortSignal;
  concurrency?: number;
  firstPauseMs?: number;
}

/** Of one experiment in one process: enough to make progress, and below the limits of small accounts. */
const CONCURRENCY = 2;
/** A longer answer is an error. */
const MAX_ANSWER_BYTES = 16 * 1024 ** 2;

/** Whether `runExperiments` has something to do. */
export const hasOpenExperiments = async (sql: Sql): Promise<boolean> => (await openExperiments(sql)).length > 0;

/** Resolves when nothing can be asked now. An answer that is on its way when `signal` aborts is still waited for. */
export async function runExperiments(sql: Sql, options: RunOptions): Promise<void> {
  for (const key of await openExperiments(sql)) {
    if (options.signal?.aborted) return;
    await runExperiment(sql, key, options);
  }
}

async function runExperiment(sql: Sql, key: ExperimentKey, options: RunOptions): Promise<void> {
  const { concurrency = CONCURRENCY } = options;
  const keys = await providerKeys(sql, key.projectId);
  await Promise.all(Array.from({ length: concurrency }, () => askInTurn(sql, key, { ...options, keys })));
  await finishExperiment(sql, key);
}

interface Asking extends RunOptions {
  keys: readonly ProviderKey[];
}

async function askInTurn(sql: Sql, key: ExperimentKey, asking: Asking): Promise<void> {
  while (!asking.signal?.aborted) {
    const question = await nextQuestion(sql, key);
    if (question === 'none') return;
    await ask(sql, question, asking);
  }
}

async function ask(sql: Sql, question: Question, asking: Asking): Promise<void> {
  const { projectId, experimentId: id } = question.key;
  const credentials = await credentialsFor(sql, question, asking);
  const request = 'problem' in credentials ? undefined : providerRequest(question.request, credentials);
  if ('problem' in credentials || !request) {
    const reason = 'problem' in credentials ? credentials.problem : NO_ADDRESS;
    // First: the last question of an experiment that settles would end it as done.
    await endExperiment(sql, { projectId, id }, { state: 'failed', reason });
    await settle(sql, { question, outcome: { kind: 'unsent', reason } });
    return;
  }
  const allowed = ALLOWED_ADDRESSES.parse(asking.settings.allowedAddresses);
  const options: SendOptions = { fetch: outboundFetch({ allowed, maxBytes: MAX_ANSWER_BYTES }), signal: asking.signal };
  if (asking.firstPauseMs !== undefined) options.firstPauseMs = asking.firstPauseMs;
  const outcome = await whileRenewing(sql, question.key, () => send(request, options));
  await settle(sql, { question, outcome, secret: credentials.key });
}

/** A renewal that fails is tried again; a lease that has ended is noticed when the answer is stored. */
async function whileRenewing<Value>(sql: Sql, key: AttemptKey, work: () => Promise<Value>): Promise<Value> {
  const timer = setInterval(() => void renewLease(sql, key).catch(() => undefined), RENEW_LEASE_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

const NO_ADDRESS = 'The key has no base URL, and this provider has no address of its own. Add a key with a base URL.';

type Credentials = { key: string; baseUrl?: string };

async function credentialsFor(
  sql: Sql,
  { key: answer, request }: Question,
  { keys, settings }: Asking,
): Promise<Credentials | { problem: string }> {
  const found = await experiment(sql, { projectId: answer.projectId, id: answer.experimentId });
  const keyId = found?.arms[answer.arm]?.keyId ?? null;
  const { provider, label } = request.target;
  const chosen = keyId === null ? undefined : keys.find((one) => one.id === keyId);
  // Another one would be paid by another account.
  if (keyId !== null && !chosen) return { problem: KEY_REMOVED };
  const row = chosen?.provider === provider ? chosen : keys.find((one) => one.provider === provider);
  if (!row) return { problem: `There is no key for ${label}. An owner can add one under Settings, Provider keys.` };
  if (settings.authSecret === undefined) return { problem: NO_SECRET };
  const sealed = await sealedProviderKey(sql, row);
  const key = sealed && openSecret(sealed, { key: settings.authSecret, owner: providerKeyOwner(row) });
  return key ? { key, ...(row.baseUrl !== null && { baseUrl: row.baseUrl }) } : { problem: OTHER_SECRET };
}

/** What a key is sealed for: a copy of its row in another project opens nothing. */
export const providerKeyOwner = ({ projectId, id, provider, baseUrl }: SealedFor): string =>
  `${projectId}/${id}/${provider}/${baseUrl ?? ''}`;

type SealedFor = Pick<ProviderKey, 'projectId' | 'id' | 'provider' | 'baseUrl'>;

const KEY_REMOVED = 'The key that was chosen for this experiment was removed. Start another one with another key.';
const NO_SECRET =
  'Ingest cannot open the keys of providers. The operator has to set SUBTEXT_AUTH_SECRET for ingest, as for the web app.';
const OTHER_SECRET = 'The key was stored with another SUBTEXT_AUTH_SECRET. Remove the key and add it again.';
