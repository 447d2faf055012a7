/** Decides for each span of a trace whether it counts, whether its calls do, and whose usage counts. Pure. */
import { modelCalls, type KnownLinks, type ModelCall } from './model-calls.ts';
import { isGeneration, type Outline } from './outline.ts';
import { isRun, reportsUsage, usageSources, type UsageSource } from './runs.ts';

export interface Decision {
  /** The span that counts instead. For a log record: the span that it is attached to. null = this span counts. */
  duplicateOf: string | null;
  /** The span describes calls, and another row describes the same ones. */
  isSilenced: boolean;
  /** null: a model call counts by its own usage, and a run does not count. */
  usageSource: UsageSource | null;
}

export interface Decisions {
  of: (span: Outline) => Decision;
  /** Model calls that more than one span or log record reports. */
  shared: readonly ModelCall[];
}

/** Decisions that stay as they are, because they depend on the whole trace, which is not given. */
export interface EarlierDecisions {
  /** Nested duplicates. undefined: the instrumentations of the given spans show that there are none. */
  links?: KnownLinks;
  /** By span id. */
  usageSources: ReadonlyMap<string, UsageSource>;
}

const PLAIN: Decision = { duplicateOf: null, isSilenced: false, usageSource: null };

/** `spans`: the whole trace or, with `earlier`, all spans of some of its model calls. */
export function decide(spans: readonly Outline[], earlier?: EarlierDecisions): Decisions {
  const shared = modelCalls(spans, earlier?.links).filter(isShared);
  const decisions = new Map<string, Decision>();
  for (const { counted, copies, records, describer } of shared) {
    const isSilenced = (one: Outline) => one.callIds !== null && one !== describer;
    if (counted && isSilenced(counted)) decisions.set(counted.spanId, { ...PLAIN, isSilenced: true });
    for (const copy of copies)
      decisions.set(copy.spanId, { ...PLAIN, duplicateOf: counted!.spanId, isSilenced: isSilenced(copy) });
    for (const record of records)
      decisions.set(record.spanId, { ...PLAIN, duplicateOf: record.attachedTo, isSilenced: isSilenced(record) });
  }
  for (const [spanId, usageSource] of earlier?.usageSources ?? countedRuns(spans, decisions))
    decisions.set(spanId, { ...(decisions.get(spanId) ?? PLAIN), usageSource });
  const plain = ({ attachedTo }: Outline) => (attachedTo === null ? PLAIN : { ...PLAIN, duplicateOf: attachedTo });
  return { of: (span) => decisions.get(span.spanId) ?? plain(span), shared };
}

const isShared = ({ counted, copies, records }: ModelCall): boolean =>
  counted === null || copies.length + records.length > 0;

/**
 * The source of the usage that counts, by span id, when the trace has only these spans. `decisions`: which of them are
 * duplicates.
 */
export function countedRuns(
  spans: readonly Outline[],
  decisions: ReadonlyMap<string, Decision> = new Map(),
): ReadonlyMap<string, UsageSource> {
  if (!spans.some((span) => isRun(span.kind) && reportsUsage(span))) return new Map();
  return usageSources(
    spans.map((span) => ({
      ...span,
      reportsUsage: reportsUsage(span),
      duplicateOf: isGeneration(span) ? (decisions.get(span.spanId)?.duplicateOf ?? null) : span.attachedTo,
    })),
  );
}
