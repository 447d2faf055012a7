/** For what is asked of every call with the same few answers: hosts, URLs, names of headers. */

/** A process uses far fewer; one that does not must not grow by it. */
const MAX_REMEMBERED = 200;

export function memoised<Value>(work: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined || known.has(key)) return found as Value;
    if (known.size >= MAX_REMEMBERED) known.clear();
    const value = work(key);
    known.set(key, value);
    return value;
  };
}
