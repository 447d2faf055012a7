/** Frames as Bedrock sends them, cut and hostile ones. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { awsFrame, awsFrames } from '../../testing/host-wire.ts';
import { parseAwsEventStream } from './aws-event-stream.ts';

const joined = (...frames: Uint8Array[]) => Uint8Array.from(frames.flatMap((frame) => [...frame]));
const bytesOf = (event: object) => Buffer.from(JSON.stringify(event)).toString('base64');

describe('a frame', () => {
  it('of ConverseStream is its payload under the name of the event', () => {
    expect(parseAwsEventStream(awsFrames([{ messageStart: { role: 'assistant' } }, { messageStop: {} }]))).toEqual([
      { messageStart: { role: 'assistant' } },
      { messageStop: {} },
    ]);
  });
  it("of InvokeModel holds the vendor's own event in base64", () => {
    const event = { type: 'message_stop', text: 'größer' };
    const frame = awsFrame({ ':event-type': 'chunk' }, { bytes: bytesOf(event), p: 'abc' });
    expect(parseAwsEventStream(frame)).toEqual([event]);
  });
  it.each([
    [{ ':message-type': 'exception', ':exception-type': 'throttlingException' }, { message: 'slow down' }],
    [{ ':message-type': 'error', ':error-code': 'throttlingException', ':error-message': 'slow down' }, {}],
  ])('of an exception is an error: %j', (headers, payload) => {
    expect(parseAwsEventStream(awsFrame(headers, payload))).toEqual([
      { type: 'error', error: { type: 'throttlingException', message: 'slow down' } },
    ]);
  });
  it('whose headers are of other types is read by those that are text', () => {
    const payload = new TextEncoder().encode('{"role":"assistant"}');
    const name = [...new TextEncoder().encode(':event-type')];
    const value = [...new TextEncoder().encode('messageStart')];
    const one = (type: number, ...bytes: number[]) => [1, 97, type, ...bytes];
    const headers = [
      ...[...one(0), ...one(1), ...one(2, 1), ...one(3, 1, 1), ...one(4, 1, 1, 1, 1)],
      ...[...one(5, 1, 1, 1, 1, 1, 1, 1, 1), ...one(6, 0, 2, 9, 9), ...one(8, 1, 1, 1, 1, 1, 1, 1, 1)],
      ...[...one(9, ...new Array<number>(16).fill(1)), name.length, ...name, 7, 0, value.length, ...value],
    ];
    const frame = new Uint8Array(16 + headers.length + payload.length);
    new DataView(frame.buffer).setUint32(0, frame.length);
    new DataView(frame.buffer).setUint32(4, headers.length);
    frame.set(headers, 12);
    frame.set(payload, 12 + headers.length);
    expect(parseAwsEventStream(frame)).toEqual([{ messageStart: { role: 'assistant' } }]);
  });
});

describe('a stream', () => {
  it('that was cut gives the frames that had arrived whole', () => {
    const whole = joined(awsFrames([{ a: { n: 1 } }]), awsFrames([{ b: { n: 2 } }]));
    const first = awsFrames([{ a: { n: 1 } }]).length;
    for (let length = 0; length <= whole.length; length += 1) {
      const expected = [
        ...(length >= first ? [{ a: { n: 1 } }] : []),
        ...(length === whole.length ? [{ b: { n: 2 } }] : []),
      ];
      expect(parseAwsEventStream(whole.subarray(0, length))).toEqual(expected);
    }
  });
  it('of a frame that lies about its lengths ends there', () => {
    fc.assert(
      fc.property(fc.nat({ max: 0xffff_ffff }), fc.nat({ max: 0xffff_ffff }), (total, headers) => {
        const frame = awsFrames([{ a: { n: 1 } }]);
        const view = new DataView(frame.buffer);
        view.setUint32(0, total);
        view.setUint32(4, headers);
        expect(Array.isArray(parseAwsEventStream(frame))).toBe(true);
      }),
    );
  });
  it('with a byte changed anywhere is read without an error', () => {
    const frame = awsFrames([{ messageStart: { role: 'assistant' } }]);
    fc.assert(
      fc.property(fc.nat({ max: frame.length - 1 }), fc.nat({ max: 255 }), (at, byte) => {
        const changed = frame.slice();
        changed[at] = byte;
        expect(parseAwsEventStream(changed).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });
});
