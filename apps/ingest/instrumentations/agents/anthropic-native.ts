import Anthropic from '@anthropic-ai/sdk';
import { askByMessages } from './anthropic.ts';
import { PROVIDER_URL, traced } from './tracing.ts';

const openTelemetry = { traces: { contentMode: 'content' as const } };
await traced(() => askByMessages(new Anthropic({ apiKey: 'none', baseURL: PROVIDER_URL, openTelemetry })));
