// A run with images, a recording and a remote image, observed by the SDK, against providers that follow a script. A
// process of its own, with SUBTEXT_URL and SUBTEXT_API_KEY.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { observeFetch, shutdown, trace } from '@subtext/sdk';

/** A house in 320 × 180 pixels. */
const PNG = [
  'iVBORw0KGgoAAAANSUhEUgAAAUAAAAC0BAMAAAAXyugiAAAAMFBMVEXu7v+7VTMiqnd3MyL/uzPw5N3+wEf8x2CCRTfb0Nz40Yv0',
  '3ru4mJqUYVikeXXLt75k8x4ZAAAACXBIWXMAAAsTAAALEwEAmpwYAAACaElEQVR42u3av2sTYRzH8S5RoqHFf6H/wnfpUDM9pqBL',
  'B1EQCg4RV4fq4pipEIhjloKDTi4OguAUyJ9wU7ZAd3HMqCmiSe+SPM/d57nnxPd77/GC7/345q57e0RERERERERUf61vb/q9l59O',
  'm+p71nfX9T420/fV/eltE31P3Uqvm+e749Z637jr43wdeKK+Ur5X/Psn7kYvtL6xXVT6+7su12elr2NmkyoHeJwHPlCeQNkv4P13',
  'FQ7QzwN7wrNwYctG5Q9w2xX0SjrgZfPSR/hQBHyo8rWz38DSQ265wk6lA142VE5YNuN9+1vJIX8pBj7SDHiwAjwqN+TzYuCJBDi1',
  '1Y6Fp6DmJDyz9WbV9wTpxnAwuAE8+hF+kFubgM/VA17WlTznVE+7S8s3U13Egss4N+DrIU8kzxHJs+TKiuqK7jLV7zNjKy50Nexv',
  'AvY0O0K+SSOArWwjMHBrcBsT7Qj5Rg0Admxb8+QjbmdbgUFDjgJc2PaGiW8z+7aredIbdXuwExiwGkZ41E1td8cJl4Uz82mWbN06',
  'GHgBvVdD+cI6Nb+6iVb+S/NtluRHk+eAQ1ZD7c/OK/Ovm+CH+9hCuqj91UfHwprU/PKolQUC/bYG3eu3hYU2qvUFZsfCm9f4Crid',
  'lQB6DVn0En1hZRrW/BniXkgpPuTEAQo/hUUC6j4mxgLKPsdGA6o+aMcDiv4lICJQE0CAAAECBAgQIECAAAECBAgQIECAAAECBAgQ',
  'IECA/yzwcGtBwMMYAQQIECBAgAABAgQI8H8Gpg8gQIAAAQIECBAgQIAAAQIECBAgQIAAAQIECDBSPwFLB4t5fUtclgAAAABJRU5E',
  'rkJggg==',
].join('');

/** A tenth of a second of silence: 8,000 samples a second of one byte. */
function wav(): string {
  const header = Buffer.alloc(44);
  header.write('RIFF\0\0\0\0WAVEfmt ', 'latin1');
  header.writeUInt32LE(836, 4);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(8_000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(800, 40);
  return Buffer.concat([header, Buffer.alloc(800, 128)]).toString('base64');
}

const chat = (message: object, finish_reason: string) => ({
  id: `chatcmpl-${finish_reason}`,
  object: 'chat.completion',
  model: 'gpt-5.2',
  choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason }],
  usage: { prompt_tokens: 100, completion_tokens: 40, completion_tokens_details: { reasoning_tokens: 0 } },
});
const call = { id: 'call_1', type: 'function', function: { name: 'take_screenshot', arguments: '{"page":"/"}' } };
const drawn = {
  candidates: [
    {
      content: { role: 'model', parts: [{ text: 'Drawn.' }, { inlineData: { mimeType: 'image/png', data: PNG } }] },
      finishReason: 'STOP',
    },
  ],
  modelVersion: 'gemini-3-pro-image',
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 1_300 },
};

/** In the order of the calls. */
const answers: object[] = [
  chat({ tool_calls: [call] }, 'tool_calls'),
  chat({ content: 'It is a house.' }, 'stop'),
  drawn,
];
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answers.shift()));
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const observed = observeFetch(fetch);

async function post(path: string, body: object): Promise<void> {
  const response = await observed(url + path, { method: 'POST', body: JSON.stringify(body) });
  await response.arrayBuffer();
}

const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } };
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64');
const question = {
  role: 'user',
  content: [
    { type: 'text', text: 'What is in these pictures?' },
    image,
    { type: 'image_url', image_url: { url: 'https://remote.example/cat.png?X-Amz-Signature=secret' } },
    { type: 'image_url', image_url: { url: `data:image/svg+xml;base64,${SVG}` } },
    { type: 'input_audio', input_audio: { data: wav(), format: 'wav' } },
    { type: 'file', file: { file_id: 'file-8812' } },
  ],
};

await trace('Look at pictures', async () => {
  await post('/v1/chat/completions', { model: 'gpt-5.2', messages: [question] });
  const result = { role: 'tool', tool_call_id: 'call_1', content: [{ type: 'text', text: 'The page:' }, image] };
  const messages = [question, { role: 'assistant', content: null, tool_calls: [call] }, result];
  await post('/v1/chat/completions', { model: 'gpt-5.2', messages });
  await post('/v1beta/models/gemini-3-pro-image:generateContent', {
    contents: [{ role: 'user', parts: [{ text: 'Draw a house.' }] }],
  });
});
await shutdown();
server.close();
