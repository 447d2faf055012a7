/** One response of a Realtime session: audio is its transcript and its length. */
import { describe, expect, it } from 'vitest';
import { readRequest } from '../request.ts';
import { readResponse } from '../index.ts';

const MESSAGE = {
  id: 'item_1',
  object: 'realtime.item',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_audio', transcript: 'It rains.', duration_ms: 900 }],
};
const CALL = { id: 'item_2', type: 'function_call', status: 'completed', name: 'look', call_id: 'call_1' };
const RESPONSE = {
  object: 'realtime.response',
  id: 'resp_1',
  status: 'completed',
  status_details: null,
  output: [MESSAGE, { ...CALL, arguments: '{"city":"Oslo"}' }],
  usage: {
    total_tokens: 253,
    input_tokens: 132,
    output_tokens: 121,
    input_token_details: { text_tokens: 119, audio_tokens: 13, cached_tokens: 64 },
    output_token_details: { text_tokens: 30, audio_tokens: 91 },
  },
};
const CREATED = { type: 'response.created', response: { ...RESPONSE, status: 'in_progress', output: [], usage: null } };
const place = { response_id: 'resp_1', item_id: 'item_1', output_index: 0, content_index: 0 };
const ADDED = {
  type: 'response.output_item.added',
  ...place,
  item: { ...MESSAGE, status: 'in_progress', content: [] },
};

const stream = (...events: object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
const read = (...events: object[]) => readResponse({ contentType: 'text/event-stream', body: stream(...events) });
const spoken = (kind: string, delta: string) => ({ type: `response.${kind}.delta`, ...place, delta });
const done = (fields: object) => ({ type: 'response.done', response: { ...RESPONSE, ...fields } });

describe('a Realtime response', () => {
  it('has the transcript, the length of the audio, the calls, and the tokens of each kind', () => {
    expect(read(CREATED, ADDED, spoken('output_audio_transcript', 'It rains.'), done({}))).toMatchObject({
      id: 'resp_1',
      incomplete: false,
      finishReason: 'completed',
      choices: [
        {
          parts: [
            { kind: 'text', text: 'It rains.' },
            { kind: 'other', providerType: 'output_audio', durationMs: 900 },
            { kind: 'tool_call', id: 'call_1', name: 'look', arguments: { city: 'Oslo' } },
          ],
        },
      ],
      usage: { input: 132, cacheRead: 64, audioInput: 13, output: 121, audioOutput: 91 },
    });
  });

  it('is the same as a whole body', () => {
    expect(readResponse({ contentType: 'application/json', body: JSON.stringify(RESPONSE) })).toEqual(
      read(CREATED, done({})),
    );
  });

  it.each(['output_audio_transcript', 'audio_transcript', 'text', 'output_text'])(
    'that was cut has what had arrived as %s',
    (kind) => {
      const response = read(CREATED, ADDED, spoken(kind, 'It '), spoken(kind, 'ra'));
      expect(response).toMatchObject({ incomplete: true, choices: [{ parts: [{ kind: 'text', text: 'It ra' }] }] });
    },
  );

  it.each([
    [{ status: 'cancelled', status_details: { type: 'cancelled', reason: 'turn_detected' } }, 'turn_detected'],
    [
      { status: 'incomplete', status_details: { type: 'incomplete', reason: 'max_output_tokens' } },
      'max_output_tokens',
    ],
  ])('says why it is not complete: %o', (fields, finishReason) => {
    expect(read(CREATED, done(fields))).toMatchObject({ incomplete: true, finishReason });
  });

  it('that failed has the error', () => {
    const error = { type: 'server_error', code: 'overloaded', message: 'Try again.' };
    const failed = read(CREATED, done({ status: 'failed', output: [], status_details: { type: 'failed', error } }));
    expect(failed).toMatchObject({ incomplete: true, error: { type: 'overloaded', message: 'Try again.' } });
  });
});

describe('the request for a Realtime response', () => {
  it('has the items of the user, spoken ones as transcript and length', () => {
    const content = [{ type: 'input_audio', transcript: 'Does it rain?', duration_ms: 1_240 }];
    const body = {
      model: 'gpt-realtime',
      instructions: 'Be brief.',
      input: [{ type: 'message', role: 'user', content }],
    };
    expect(readRequest(body, '/v1/realtime')).toMatchObject({
      model: 'gpt-realtime',
      system: ['Be brief.'],
      messages: [
        {
          role: 'user',
          parts: [
            { kind: 'text', text: 'Does it rain?' },
            { kind: 'other', providerType: 'input_audio', durationMs: 1_240 },
          ],
        },
      ],
    });
  });
});
