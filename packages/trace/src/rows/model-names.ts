/**
 * Decides which model a name stands for. A request for `gpt-5.2` may be answered by `gpt-5.2-2026-01-15`, the dated
 * snapshot that the name stood for on that day. A filter, a price or a comparison for `gpt-5.2` includes its snapshots.
 * The rule exists in SQL, too
 * (packages/db, rows/model-names.ts):
 *
 *   name = model, or name = model + `-20` + two digits + anything
 *
 * `-20` and two digits are the start of a year, so `gpt-oss-20b` is not a snapshot of `gpt-oss`.
 */

/** True when `name` is `model` or a dated snapshot of it. A snapshot does not stand for its model. */
export function meansModel(name: string, model: string): boolean {
  return name === model || (name.startsWith(`${model}-20`) && /^\d\d$/.test(name.slice(model.length + 3).slice(0, 2)));
}
