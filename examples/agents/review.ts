/** A code reviewer on a Chat Completions host that sends its thinking verbatim in `reasoning_content` (DeepSeek). */
import OpenAI from 'openai';
import { observe, tool, trace } from '@subtext/sdk';
import { openPullRequest } from '../tools/repository.ts';
import type { Agent, Print } from './agent.ts';
import { chat } from './chat.ts';

const QUESTION = 'Please review pull request 214: retry captures when the payment provider times out.';

export const review: Agent = async (print) => {
  const { DEEPSEEK_API_KEY: apiKey, DEEPSEEK_BASE_URL: baseURL = 'https://api.deepseek.com' } = process.env;
  const client = observe(new OpenAI({ apiKey, baseURL }), { environment: 'demo' });
  const context = { user: 'pull-request-bot', tags: ['review'], metadata: { repository: 'shop', pull_request: '214' } };
  const text = await trace('Review pull request 214', () => answer(client, print), context);
  print(`answer: ${text}`);
  return [text];
};

function answer(client: OpenAI, print: Print): Promise<string> {
  const { readFile, searchCode, retryTime } = openPullRequest();
  // A chat message cannot report that its tool failed; with tool() the span does.
  const tools = {
    read_file: tool('read_file', readFile),
    search_code: tool('search_code', searchCode),
    retry_time: tool('retry_time', retryTime),
  };
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    {
      role: 'system',
      content: 'You review pull requests. Look for what breaks in production, not for style. Money is at stake.',
    },
    { role: 'user', content: QUESTION },
  ];
  return chat(client, { model: 'deepseek-v4-pro', tools: TOOLS, messages }, { tools, print });
}

const number = { type: 'number' };
const TOOLS = [
  defineTool('read_file', 'A file of the repository, or "the diff".', { path: { type: 'string' } }),
  defineTool('search_code', 'Lines that contain a text, with their file.', { text: { type: 'string' } }),
  defineTool('retry_time', 'How long a retry takes at worst.', {
    attempts: number,
    base_ms: number,
    factor: number,
    timeout_ms: number,
  }),
];

function defineTool(
  name: string,
  description: string,
  properties: Record<string, object>,
): OpenAI.ChatCompletionFunctionTool {
  const parameters = { type: 'object', properties, required: Object.keys(properties) };
  return { type: 'function', function: { name, description, parameters } };
}
