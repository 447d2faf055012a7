/** The agents by name, and the provider whose key each of them needs. */
import type { Agent } from './agent.ts';
import { analyst } from './analyst.ts';
import { contract } from './contract.ts';
import { refund } from './refund.ts';
import { replace } from './replace.ts';
import { review } from './review.ts';
import { triage } from './triage.ts';
import { trip } from './trip.ts';

/** Environment variables of a provider, and the path of its API below a server's root. */
export interface Provider {
  key: string;
  url: string;
  path: string;
}

const ANTHROPIC: Provider = { key: 'ANTHROPIC_API_KEY', url: 'ANTHROPIC_BASE_URL', path: '' };
const OPENAI: Provider = { key: 'OPENAI_API_KEY', url: 'OPENAI_BASE_URL', path: '/v1' };
const DEEPSEEK: Provider = { key: 'DEEPSEEK_API_KEY', url: 'DEEPSEEK_BASE_URL', path: '' };
const MISTRAL: Provider = { key: 'MISTRAL_API_KEY', url: 'MISTRAL_BASE_URL', path: '/v1' };

export interface Example {
  name: string;
  shows: string;
  provider: Provider;
  run: Agent;
}

export const EXAMPLES: readonly Example[] = [
  {
    name: 'refund',
    shows: 'Anthropic: thinking between tools, parallel calls, redacted thought',
    provider: ANTHROPIC,
    run: refund,
  },
  { name: 'trip', shows: 'OpenAI Responses: summaries, commentary, parallel calls', provider: OPENAI, run: trip },
  { name: 'analyst', shows: 'OpenAI Responses: encrypted thinking only', provider: OPENAI, run: analyst },
  { name: 'review', shows: 'DeepSeek chat: thinking in reasoning_content, readable', provider: DEEPSEEK, run: review },
  {
    name: 'replace',
    shows: 'DeepSeek chat: one task twice, and the second run goes wrong',
    provider: DEEPSEEK,
    run: replace,
  },
  {
    name: 'contract',
    shows: 'Anthropic tool runner: thinking billed, text left out',
    provider: ANTHROPIC,
    run: contract,
  },
  { name: 'triage', shows: 'Mistral chat: no thinking reported, no price known', provider: MISTRAL, run: triage },
];
