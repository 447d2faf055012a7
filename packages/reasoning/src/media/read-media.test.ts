// Media in the blocks of every provider, with real bytes.
import { describe, expect, it } from 'vitest';
import { readRequest } from '../readers/request.ts';
import { readResponse } from '../readers/index.ts';
import { decodeMessages } from '../wire/message-codec.ts';
import { MEDIA_LIMITS, type Media } from './media.ts';
import { readMedia } from './read-media.ts';
import { mediaInResult } from './result-media.ts';
import { JPEG, PNG, WAV, pngOf } from '../testing/media.ts';

const IMAGE = { kind: 'image', mimeType: 'image/png', bytes: 110, width: 40, height: 24, data: PNG };
const AUDIO = { kind: 'audio', mimeType: 'audio/wav', bytes: 844, data: WAV };
const PDF = btoa('%PDF-1.7\n%âãÏÓ\n1 0 obj');
const PDF_FACTS = { kind: 'document', mimeType: 'application/pdf', bytes: 22, omitted: 'type' };
const LINK = 'https://example.com/cat.png';
const URI = `data:image/png;base64,${PNG}`;

const mediaIn = (body: unknown, path?: string): (Media | undefined)[] =>
  (readRequest(body, path)?.messages ?? []).flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'other' ? [part.media] : [])),
  );
const user = (...content: unknown[]) => ({ model: 'm', messages: [{ role: 'user', content }] });

describe('media in a request', () => {
  it('to Chat Completions', () =>
    expect(
      mediaIn(
        user(
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: URI } },
          { type: 'image_url', image_url: { url: LINK, detail: 'low' } },
          { type: 'input_audio', input_audio: { data: WAV, format: 'wav' } },
          { type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${PDF}` } },
          { type: 'file', file: { file_id: 'file-1' } },
        ),
      ),
    ).toEqual([
      IMAGE,
      { kind: 'image', url: LINK },
      AUDIO,
      { ...PDF_FACTS, name: 'a.pdf' },
      { kind: 'document', fileId: 'file-1' },
    ]));

  it('to the Responses API', () =>
    expect(
      mediaIn({
        model: 'm',
        input: [
          {
            role: 'user',
            content: [
              { type: 'input_image', image_url: URI },
              { type: 'input_image', file_id: 'file-2' },
              { type: 'input_file', filename: 'a.pdf', file_data: `data:application/pdf;base64,${PDF}` },
              { type: 'input_file', file_url: 'https://example.com/a.pdf' },
            ],
          },
        ],
      }),
    ).toEqual([
      IMAGE,
      { kind: 'image', fileId: 'file-2' },
      { ...PDF_FACTS, name: 'a.pdf' },
      { kind: 'document', url: 'https://example.com/a.pdf' },
    ]));

  it('to Anthropic', () =>
    expect(
      mediaIn(
        user(
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
          { type: 'image', source: { type: 'url', url: LINK } },
          { type: 'image', source: { type: 'file', file_id: 'file_3' } },
          { type: 'document', title: 'A', source: { type: 'base64', media_type: 'application/pdf', data: PDF } },
          { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Plain text, not base64.' } },
        ),
        '/v1/messages',
      ),
    ).toEqual([
      IMAGE,
      { kind: 'image', url: LINK },
      { kind: 'image', fileId: 'file_3' },
      { ...PDF_FACTS, name: 'A' },
      { kind: 'document', mimeType: 'text/plain' },
    ]));

  it('to Gemini, in either spelling', () =>
    expect(
      mediaIn({
        contents: [
          {
            role: 'user',
            parts: [
              { inlineData: { mimeType: 'image/png', data: PNG } },
              { inline_data: { mime_type: 'audio/wav', data: WAV } },
              { fileData: { mimeType: 'video/mp4', fileUri: 'gs://bucket/clip.mp4' } },
            ],
          },
        ],
      }),
    ).toEqual([IMAGE, AUDIO, { kind: 'video', mimeType: 'video/mp4', url: 'gs://bucket/clip.mp4' }]));

  it('to Bedrock', () =>
    expect(
      mediaIn(
        {
          messages: [
            {
              role: 'user',
              content: [
                { text: 'Look' },
                { image: { format: 'png', source: { bytes: PNG } } },
                { document: { format: 'pdf', name: 'A', source: { bytes: PDF } } },
                { video: { format: 'mp4', source: { s3Location: { uri: 's3://bucket/clip.mp4' } } } },
              ],
            },
          ],
        },
        '/model/anthropic.claude/converse',
      ),
    ).toEqual([
      IMAGE,
      { ...PDF_FACTS, name: 'A' },
      { kind: 'video', mimeType: 'video/mp4', url: 's3://bucket/clip.mp4' },
    ]));

  it('to Cohere, Mistral and Ollama', () => {
    expect(mediaIn({ ...user({ type: 'image_url', image_url: { url: URI } }), documents: [] }, '/v2/chat')).toEqual([
      IMAGE,
    ]);
    expect(
      mediaIn(
        user(
          { type: 'image_url', image_url: URI },
          { type: 'document_url', document_url: 'https://example.com/a.pdf', document_name: 'a.pdf' },
          { type: 'input_audio', input_audio: WAV },
        ),
      ),
    ).toEqual([IMAGE, { kind: 'document', name: 'a.pdf', url: 'https://example.com/a.pdf' }, AUDIO]);
    expect(mediaIn({ model: 'm', messages: [{ role: 'user', content: 'Look', images: [PNG] }] }, '/api/chat')).toEqual([
      IMAGE,
    ]);
  });
});

describe('media that a response holds', () => {
  it('are parts where the model wrote them (Gemini)', () => {
    const content = { role: 'model', parts: [{ text: 'Here:' }, { inlineData: { mimeType: 'image/png', data: PNG } }] };
    const response = readResponse({ body: JSON.stringify({ candidates: [{ content, finishReason: 'STOP' }] }) });
    expect(response?.choices[0]?.parts[1]).toEqual({ kind: 'other', providerType: 'inlineData', media: IMAGE });
  });

  it('are beside the text, whole or streamed (OpenRouter)', () => {
    const images = [{ type: 'image_url', image_url: { url: URI } }];
    const choice = (message: object) => ({ choices: [{ index: 0, ...message }], object: 'chat.completion' });
    const expected = [
      { kind: 'text', text: 'Here:' },
      { kind: 'other', providerType: 'image_url', media: IMAGE },
    ];
    const message = { role: 'assistant', content: 'Here:', images };
    const whole = readResponse({ body: JSON.stringify(choice({ message, finish_reason: 'stop' })) });
    expect(whole?.choices[0]?.parts).toMatchObject(expected);
    const chunks = [{ role: 'assistant', content: 'Here:' }, { images }].map((delta) => ({
      ...choice({ delta }),
      object: 'chat.completion.chunk',
    }));
    const streamed = readResponse({ body: chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('') });
    expect(streamed?.choices[0]?.parts).toMatchObject(expected);
  });

  it('are the result of the call that drew them (Responses API)', () => {
    const item = { type: 'image_generation_call', id: 'ig_1', status: 'completed', output_format: 'png', result: PNG };
    const response = readResponse({ body: JSON.stringify({ id: 'r', object: 'response', output: [item] }) });
    const result = response?.choices[0]?.parts.find((part) => part.kind === 'tool_result');
    expect(result).toMatchObject({ callId: 'ig_1', isError: false });
    expect(mediaInResult(result?.result)).toEqual([IMAGE]);
  });

  it('are facts where the image is large', () => {
    const large = PNG + 'A'.repeat(3_000_000);
    const item = { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: large };
    const response = readResponse({ body: JSON.stringify({ id: 'r', object: 'response', output: [item] }) });
    expect(JSON.stringify(response).length).toBeLessThan(2_000);
    const result = response?.choices[0]?.parts.find((part) => part.kind === 'tool_result');
    expect(mediaInResult(result?.result)).toMatchObject([{ kind: 'image', width: 40 }]);
  });
});

describe('media in the result of a tool', () => {
  it.each([
    [
      'Anthropic',
      [
        { type: 'text', text: 'x' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
      ],
    ],
    ['MCP', { content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] }],
    ['MCP, as text', JSON.stringify({ content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] })],
    ['Bedrock', [{ image: { format: 'png', source: { bytes: PNG } } }]],
    ['AI SDK', { type: 'content', value: [{ type: 'media', data: PNG, mediaType: 'image/png' }] }],
    ['Responses API', [{ type: 'input_image', image_url: URI }]],
    ['the conventions', [{ type: 'blob', modality: 'image', mime_type: 'image/png', content: PNG }]],
  ])('is found: %s', (_, result) => expect(mediaInResult(result)).toEqual([IMAGE]));

  it('is not a list of files', () => {
    const files = [
      { type: 'file', name: 'a.txt', url: 'https://example.com/a' },
      { type: 'document', title: 'A' },
    ];
    expect(mediaInResult(files)).toEqual([]);
  });

  it('is found within limits only', () => {
    const deep = Array.from({ length: 100 }).reduce<unknown>((inner) => [inner], { type: 'image', data: PNG });
    expect(mediaInResult(deep)).toEqual([]);
    expect(mediaInResult(Array.from({ length: 500 }, () => ({ type: 'image', data: PNG })))).toHaveLength(100);
  });
});

describe('media in spans of other senders', () => {
  const decoded = (part: unknown) => {
    const [found] = decodeMessages([{ role: 'user', parts: [part] }])[0]?.parts ?? [];
    return found?.kind === 'other' ? found.media : undefined;
  };
  it.each<[string, unknown, object]>([
    ['blob', { type: 'blob', modality: 'image', mime_type: 'image/png', content: PNG }, IMAGE],
    ['uri', { type: 'uri', modality: 'image', uri: LINK }, { kind: 'image', url: LINK }],
    ['file', { type: 'file', modality: 'video', file_id: 'f' }, { kind: 'video', fileId: 'f' }],
    ['AI SDK image', { type: 'image', image: PNG, mediaType: 'image/png' }, IMAGE],
    ['AI SDK image with a URL', { type: 'image', image: LINK }, { kind: 'image', url: LINK }],
    ['AI SDK file', { type: 'file', data: WAV, mediaType: 'audio/wav' }, AUDIO],
    ['Pydantic AI', { type: 'binary', media_type: 'image/png', content: PNG }, IMAGE],
    ['Pydantic AI, by URL', { type: 'image-url', url: LINK }, { kind: 'image', url: LINK }],
    ['Gemini', { inlineData: { mimeType: 'image/png', data: PNG } }, IMAGE],
    ['Bedrock', { image: { format: 'png', source: { bytes: PNG } } }, IMAGE],
  ])('is read: %s', (_, part, expected) => expect(decoded(part)).toEqual(expected));

  it('is nothing where a block says nothing, as in spans of earlier versions', () => {
    const parts = [
      { type: 'image_url' },
      { type: 'input_audio', duration_ms: 900 },
      { type: 'compaction', content: 'x' },
    ];
    expect(decodeMessages([{ role: 'user', parts }])[0]?.parts).toEqual([
      { kind: 'other', providerType: 'image_url' },
      { kind: 'other', providerType: 'input_audio', durationMs: 900 },
      { kind: 'other', providerType: 'compaction' },
    ]);
  });
});

describe('hostile media', () => {
  it.each([
    ['an SVG with a script', 'image/svg+xml', btoa('<svg onload="alert(1)"><script>alert(1)</script></svg>')],
    ['HTML that claims to be an image', 'image/png', btoa('<!doctype html><script>alert(1)</script>')],
  ])('of which no bytes are kept: %s', (_, mediaType, data) => {
    const media = readMedia('image', { source: { type: 'base64', media_type: mediaType, data } });
    expect(media).toMatchObject({ kind: 'image', mimeType: mediaType, omitted: 'type' });
    expect(media).not.toHaveProperty('data');
  });

  it('an SVG as a data URI that is not encoded is a fact', () =>
    expect(readMedia('image_url', { image_url: { url: 'data:image/svg+xml,<svg onload="alert(1)"/>' } })).toEqual({
      ...{ kind: 'image', mimeType: 'image/svg+xml', bytes: 24, omitted: 'type' },
    }));

  it('a wrong type is reported, and the bytes decide what can be shown', () =>
    expect(readMedia('image', { data: JPEG, mimeType: 'image/png' })).toMatchObject({
      ...{ mimeType: 'image/png', data: JPEG, width: 40 },
    }));

  it('text in place of base64 is not kept', () => {
    expect(readMedia('image', { data: 'Not base64 at all, but a text.', mimeType: 'image/png' })).toEqual({
      ...{ kind: 'image', mimeType: 'image/png' },
    });
    const half = `${PNG.slice(0, 100)} and a text with a secret`;
    expect(mediaIn(user({ type: 'image_url', image_url: { url: `data:image/png;base64,${half}` } }))[0]).toMatchObject({
      ...{ omitted: 'type', width: 40 },
    });
  });

  it('a header with absurd dimensions gives none', () => {
    const media = readMedia('image', { data: pngOf(2 ** 31, 2 ** 31), mimeType: 'image/png' });
    expect(media).not.toHaveProperty('width');
    expect(
      decodeMessages([{ role: 'user', parts: [{ type: 'blob', modality: 'image', width: -1, height: 'tall' }] }]),
    ).toEqual([{ role: 'user', parts: [{ kind: 'other', providerType: 'blob', media: { kind: 'image' } }] }]);
  });

  it('names and URLs are cut, and signed URLs lose their key', () => {
    const signed = 'https://user:password@bucket.example.com/a.png?X-Amz-Signature=secret#part';
    expect(readMedia('image_url', { image_url: { url: signed } })?.url).toBe('https://bucket.example.com/a.png?…');
    const long = readMedia('file', { file: { filename: 'n'.repeat(9_000), file_id: 'f'.repeat(9_000) } });
    expect([long?.name?.length, long?.fileId?.length]).toEqual([MEDIA_LIMITS.name, MEDIA_LIMITS.name]);
  });

  it('fields that are no text are nothing', () =>
    expect(readMedia('image', { source: { data: 7, url: [], media_type: {} }, image_url: null })).toBeUndefined());
});

describe('the limits of what is kept', () => {
  const padded = (bytes: number) =>
    PNG.replace(/=+$/, '').slice(0, 144) + 'A'.repeat(Math.ceil((bytes * 4) / 3 / 4) * 4);
  const image = (data: string) => ({ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } });

  it('apply to one item, whose facts stay', () =>
    expect(mediaIn(user(image(padded(200_000))))[0]).toEqual({
      ...{ kind: 'image', mimeType: 'image/png', width: 40, height: 24, bytes: 200_109, omitted: 'size' },
    }));

  it('and to the conversation, where the newest images stay', () => {
    const kept = mediaIn(user(...Array.from({ length: 50 }, () => image(padded(60_000)))));
    expect(kept.map((media) => media?.data !== undefined)).toEqual([
      ...Array<boolean>(47).fill(false),
      true,
      true,
      true,
    ]);
    const characters = kept.reduce((sum, media) => sum + (media?.data?.length ?? 0), 0);
    expect(characters).toBeLessThanOrEqual(MEDIA_LIMITS.conversation);
    expect(kept[0]).toMatchObject({ omitted: 'size', width: 40, bytes: 60_108 });
  });

  it('cost a request with megabytes of images no scan of them', () => {
    const body = user(...Array.from({ length: 50 }, () => image(padded(2_000_000))));
    const times = Array.from({ length: 20 }, () => {
      const began = performance.now();
      mediaIn(body);
      return performance.now() - began;
    });
    // The fastest, because the machine may be busy: to read 130 MB takes longer.
    expect(Math.min(...times)).toBeLessThan(20);
  });
});
