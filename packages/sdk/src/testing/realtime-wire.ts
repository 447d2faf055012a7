/** The events of a Realtime session as the API sends them, for tests. */
import type { SocketStep } from './socket-server.ts';

let lastEvent = 0;
const event = (type: string, fields: object): SocketStep => ({
  type,
  event_id: `event_${(lastEvent += 1)}`,
  ...fields,
});

export const AUDIO_SESSION = {
  type: 'realtime',
  object: 'realtime.session',
  id: 'sess_1',
  model: 'gpt-realtime',
  output_modalities: ['audio'],
  instructions: 'You help with the weather.',
  tools: [{ type: 'function', name: 'get_weather', parameters: { type: 'object', properties: {} } }],
  audio: {
    input: {
      format: { type: 'audio/pcm', rate: 24_000 },
      transcription: { model: 'gpt-4o-mini-transcribe' },
      turn_detection: { type: 'server_vad' },
    },
    output: { format: { type: 'audio/pcm', rate: 24_000 }, voice: 'marin' },
  },
};

export const session = (fields: object = AUDIO_SESSION): SocketStep => event('session.created', { session: fields });

export const userText = (id: string, text: string): SocketStep =>
  event('conversation.item.added', {
    previous_item_id: null,
    item: { id, type: 'message', role: 'user', status: 'completed', content: [{ type: 'input_text', text }] },
  });

export const toolOutput = (callId: string, output: string): SocketStep =>
  event('conversation.item.added', {
    item: { id: `item_${callId}`, type: 'function_call_output', call_id: callId, output },
  });

/** The user speaks for some milliseconds, and the server notices the end. */
export const speech = (id: string, milliseconds: number): SocketStep[] => [
  event('input_audio_buffer.speech_started', { item_id: id, audio_start_ms: 500 }),
  event('input_audio_buffer.speech_stopped', { item_id: id, audio_end_ms: 500 + milliseconds }),
  ...committed(id),
];

export const committed = (id: string): SocketStep[] => [
  event('input_audio_buffer.committed', { item_id: id, previous_item_id: null }),
  event('conversation.item.added', {
    item: {
      id,
      type: 'message',
      role: 'user',
      status: 'completed',
      content: [{ type: 'input_audio', transcript: null }],
    },
  }),
];

export const transcribed = (id: string, transcript: string): SocketStep =>
  event('conversation.item.input_audio_transcription.completed', {
    item_id: id,
    content_index: 0,
    transcript,
    usage: { type: 'tokens', total_tokens: 22, input_tokens: 13, output_tokens: 9 },
  });

export interface Spoken {
  id: string;
  transcript?: string;
  /** Milliseconds of PCM. */
  milliseconds?: number;
  tool?: { id: string; name: string; arguments: object };
  status?: 'completed' | 'cancelled';
}

const USAGE = {
  total_tokens: 253,
  input_tokens: 132,
  output_tokens: 121,
  input_token_details: {
    text_tokens: 119,
    audio_tokens: 13,
    image_tokens: 0,
    cached_tokens: 64,
    cached_tokens_details: { text_tokens: 64, audio_tokens: 0, image_tokens: 0 },
  },
  output_token_details: { text_tokens: 30, audio_tokens: 91 },
};

/** All events of one response; the last two end it. */
export function response({ id, transcript, milliseconds = 1_000, tool, status = 'completed' }: Spoken): SocketStep[] {
  const envelope = { object: 'realtime.response', id, conversation_id: 'conv_1', output_modalities: ['audio'] };
  const message = transcript === undefined ? [] : [{ item: messageItem(id, transcript, status), spoken: transcript }];
  const call = tool ? [{ item: callItem(tool), spoken: undefined }] : [];
  const items = [...message, ...call];
  const details = status === 'cancelled' ? { type: 'cancelled', reason: 'turn_detected' } : null;
  const output = items.map(({ item }) => item);
  return [
    event('response.created', { response: { ...envelope, status: 'in_progress', output: [], usage: null } }),
    ...items.flatMap(({ item, spoken }, output_index) => {
      const place = { response_id: id, item_id: item.id, output_index };
      return [
        event('response.output_item.added', { ...place, item: { ...item, status: 'in_progress', content: [] } }),
        event('conversation.item.added', { item: { ...item, status: 'in_progress', content: [] } }),
        ...(spoken === undefined ? [] : audioEvents(spoken, milliseconds, { ...place, content_index: 0 })),
        event('response.output_item.done', { ...place, item }),
      ];
    }),
    event('response.done', { response: { ...envelope, status, status_details: details, output, usage: USAGE } }),
    event('rate_limits.updated', { rate_limits: [] }),
  ];
}

function audioEvents(transcript: string, milliseconds: number, place: object): SocketStep[] {
  const half = Buffer.alloc((milliseconds * 48) / 2, 7).toString('base64');
  return [
    event('response.content_part.added', { ...place, part: { type: 'audio', transcript: '' } }),
    event('response.output_audio_transcript.delta', { ...place, delta: transcript.slice(0, 4) }),
    event('response.output_audio.delta', { ...place, delta: half }),
    event('response.output_audio_transcript.delta', { ...place, delta: transcript.slice(4) }),
    event('response.output_audio.delta', { ...place, delta: half }),
    event('response.output_audio.done', place),
    event('response.output_audio_transcript.done', { ...place, transcript }),
    event('response.content_part.done', { ...place, part: { type: 'audio', transcript } }),
  ];
}

function messageItem(id: string, transcript: string, status: string) {
  const content = [{ type: 'output_audio', transcript }];
  const itemStatus = status === 'cancelled' ? 'incomplete' : 'completed';
  return { id: `item_${id}`, object: 'realtime.item', type: 'message', role: 'assistant', status: itemStatus, content };
}

function callItem({ id, name, arguments: given }: NonNullable<Spoken['tool']>) {
  const call = { type: 'function_call', name, call_id: id, arguments: JSON.stringify(given) };
  return { id: `item_${id}`, object: 'realtime.item', status: 'completed', ...call };
}
