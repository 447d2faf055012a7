/** A cache for functions that run at every call with few different arguments: hosts, URLs, header names. */

/** Far more than a process uses; bounds the memory of one that does not. */
const MAX_REMEMBERED = 200;

export function memoized<Value>(work: (key: string) => Value): (key: string) => Value {
  const values = new Map<string, Value>();
  return (key) => {
    const found = values.get(key);
    if (found !== undefined || values.has(key)) return found as Value;
    if (values.size >= MAX_REMEMBERED) values.clear();
    const value = work(key);
    values.set(key, value);
    return value;
  };
}
