import { observeOpenAI } from '@langfuse/openai';
import OpenAI from 'openai';
import { SESSION } from '../conversation.ts';
import { askByChat } from './openai-chat.ts';
import { askByResponses } from './openai-responses.ts';
import { PROVIDER_URL, traced } from './tracing.ts';

const client = observeOpenAI(new OpenAI({ apiKey: 'none', baseURL: `${PROVIDER_URL}/v1` }), { sessionId: SESSION });
await traced(() => (process.argv[2] === 'responses' ? askByResponses(client) : askByChat(client)));
