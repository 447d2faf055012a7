/**
 * The tap on a response of Node's own `fetch` that nobody has touched. Most answers are read whole by `json()` or `text()`: that is done
 * here, in the very steps of the native methods, and costs little more than they do. Every other way to the body meets the tap of tap.ts.
 */
import { BodyWatch, Watched, type Body, type Tap } from './body-watch.ts';
import { joinedBytes } from './joined-bytes.ts';
import { guarded } from './report.ts';
import { canBeTapped, watchBody } from './tap.ts';

/** False, and nothing is changed, when the response is of another kind: then its body is to be tapped. */
export function tapWhole(response: Response, tap: Tap): boolean {
  const { native, tapped } = (kind ??= responsesHere());
  if (!tapped || Object.getPrototypeOf(response) !== native) return false;
  const watch = new BodyWatch(tap);
  new Watched(response, watch);
  Object.setPrototypeOf(response, tapped);
  watch.heldBy(response);
  return true;
}

interface Kind {
  native: Response;
  /** Absent where the runtime reads in other ways than ours. */
  tapped?: Response;
}

let kind: Kind | undefined;

/** Made when first needed, since Node loads its `fetch` only then. */
function responsesHere(): Kind {
  const native = Response.prototype;
  const isNodes = does(native.json, 'parseJSONFromBytes') && does(native.text, 'utf8DecodeBytes');
  return isNodes ? { native, tapped: tappedResponse(native) } : { native };
}

/** Only what is known to be done in the same way is done here. What a sandbox has from outside gives values that are strangers to it. */
function does(method: unknown, steps: string): boolean {
  return method instanceof Function && Function.prototype.toString.call(method).includes(`consumeBody(this, ${steps}`);
}

type Getter<T> = (this: Response) => T;

/** Every way to the body; all else is inherited. The native methods are looked up for each call: some are replaced by others. */
function tappedResponse(native: Response): Response {
  const { json, text } = native;
  const bodyOf = getterOf(native, 'body') as Getter<Body | null>;
  const isUsed = getterOf(native, 'bodyUsed') as Getter<boolean>;
  /** From now on the body is watched, not the response. One that is read past us is left alone: then only its collection is seen. */
  const touch = (response: Response) => {
    const body = bodyOf.call(response);
    if (!body || body.locked || !canBeTapped(body)) return;
    const watch = Watched.takeFrom(response);
    if (watch) guarded('tap a body', () => watchBody(body, watch));
  };
  /** undefined when somebody has begun to read. Clients ask for a body that they do not read. */
  const takeWhole = (response: Response): Whole | undefined => {
    const body = bodyOf.call(response);
    if (!body || body.locked || isUsed.call(response)) return undefined;
    const watch = Watched.takeFrom(response) ?? Watched.watchOf(body);
    return watch && { body, watch };
  };
  const members = {
    get body() {
      touch(this as never);
      return bodyOf.call(this as never);
    },
    json(this: Response) {
      const whole = native.json === json && takeWhole(this);
      if (whole) return wholeJson(whole);
      touch(this);
      return native.json.call(this);
    },
    text(this: Response) {
      const whole = native.text === text && takeWhole(this);
      if (whole) return wholeText(whole);
      touch(this);
      return native.text.call(this);
    },
  };
  for (const name of ['arrayBuffer', 'blob', 'bytes', 'formData', 'clone'] as const) {
    const method = {
      [name](this: Response): unknown {
        touch(this);
        return (native[name] as () => unknown).call(this);
      },
    };
    Object.assign(members, method);
  }
  return Object.create(native, Object.getOwnPropertyDescriptors(members)) as Response;
}

function getterOf(target: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(target, name)?.get;
}

interface Whole {
  body: Body;
  watch: BodyWatch;
}

async function wholeJson(whole: Whole): Promise<unknown> {
  return JSON.parse(await wholeText(whole)) as unknown;
}

async function wholeText({ body, watch }: Whole): Promise<string> {
  const chunks: Uint8Array[] = [];
  try {
    const reader = readerOf(body);
    watch.heldBy(reader);
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!isUint8Array(value)) throw new TypeError('Received non-Uint8Array chunk');
      chunks.push(value);
      watch.lend(value);
    }
  } catch (error) {
    watch.end({ how: 'failed', error });
    throw error;
  }
  const text = decoded(chunks);
  watch.end({ how: 'complete', text });
  return text;
}

/** Whether the body itself is watched or not. */
function readerOf(body: Body): ReadableStreamDefaultReader<Uint8Array> {
  const native: unknown = ReadableStream.prototype.getReader.call(body);
  return native as ReadableStreamDefaultReader<Uint8Array>;
}

function isUint8Array(value: unknown): boolean {
  return value instanceof Uint8Array || Object.prototype.toString.call(value) === '[object Uint8Array]';
}

const decoder = new TextDecoder();

/** The native methods take away a mark at the beginning, and their decoder another. */
function decoded(chunks: readonly Uint8Array[]): string {
  const whole = chunks.length === 1 && chunks[0] ? chunks[0] : joinedBytes(chunks);
  const isMarked = whole[0] === 0xef && whole[1] === 0xbb && whole[2] === 0xbf;
  return decoder.decode(isMarked ? whole.subarray(3) : whole);
}
