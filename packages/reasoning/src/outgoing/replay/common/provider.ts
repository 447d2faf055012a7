/**
 * Identifies the provider behind a target or an origin under one name, and whether one can open what the other sealed.
 */
import type { Origin } from './types.ts';

/** Other names of the same provider: those of `gen_ai.provider.name` and common spellings. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    azure: ['azure.ai.openai', 'azure.ai.inference', 'azure-openai'],
    google: ['gemini', 'gcp.gemini', 'gemini-compat', 'gcp.gen_ai'],
    vertex: ['gcp.vertex_ai', 'google-vertex', 'vertex_ai'],
    bedrock: ['aws.bedrock', 'amazon-bedrock', 'aws'],
    xai: ['x_ai', 'x.ai', 'grok'],
    mistral: ['mistral_ai', 'mistralai'],
    kimi: ['moonshot', 'moonshot_ai', 'moonshotai'],
    glm: ['zai', 'z.ai', 'zhipu', 'z_ai'],
    qwen: ['alibaba', 'dashscope'],
    copilot: ['github-copilot', 'github'],
    vercel: ['vercel-gateway'],
    llamacpp: ['llama.cpp', 'llama-cpp'],
    huggingface: ['hugging-face', 'hf'],
  }).flatMap(([name, others]) => others.map((other): [string, string] => [other, name])),
);

/** Vendors by the names of their models, also behind a gateway (`anthropic/claude-…`, `us.anthropic.claude-…`). */
const MAKERS: readonly [model: RegExp, maker: string][] = [
  [/claude/i, 'anthropic'],
  [/gemini|gemma/i, 'google'],
  [/deepseek/i, 'deepseek'],
  [/grok/i, 'xai'],
  [/kimi|moonshot/i, 'kimi'],
  [/glm/i, 'glm'],
  [/minimax/i, 'minimax'],
  [/qwen|qwq/i, 'qwen'],
  [/(?:^|[/.])(?:mistral|magistral|ministral|codestral|devstral)/i, 'mistral'],
  [/(?:^|[/.])command/i, 'cohere'],
  [/nova/i, 'amazon'],
  [/gpt|(?:^|[/.])o\d|codex/i, 'openai'],
];

export function makerOf(model: string | undefined): string | undefined {
  return model === undefined ? undefined : MAKERS.find(([pattern]) => pattern.test(model))?.[1];
}

/** Formats that only one provider speaks. */
const AT_HOME: Partial<Record<Origin['api'], string>> = {
  'gemini.generateContent': 'google',
  'gemini.interactions': 'google',
  'mistral.chat': 'mistral',
  'ollama.chat': 'ollama',
  'cohere.chat': 'cohere',
  'bedrock.converse': 'bedrock',
};

/**
 * Formats that many hosts speak: the model's name identifies the vendor, where it is the vendor's own name and not a
 * gateway's (`maker/model`).
 */
const FIRST_SPEAKER: Partial<Record<Origin['api'], string>> = {
  'openai.responses': 'openai',
  'anthropic.messages': 'anthropic',
};

/** Empty for an unknown host of the chat format. */
export function vendorOf({ api, provider, model }: Partial<Origin>): string {
  const named = provider?.trim().toLowerCase();
  if (named) return ALIASES.get(named) ?? named;
  const maker = model?.includes('/') ? undefined : makerOf(model);
  return (api && AT_HOME[api]) ?? maker ?? (api && FIRST_SPEAKER[api]) ?? '';
}

/** One wire format, one signature: Anthropic documents that its clouds accept each other's. */
const ANTHROPIC_CLOUDS = new Set(['anthropic', 'bedrock', 'vertex', 'azure']);

/** Hosts that speak Anthropic's format without being one of its clouds leave signatures empty. */
export function signsThinking(target: Origin): boolean {
  return ANTHROPIC_CLOUDS.has(vendorOf(target));
}

function sealerOf(origin: Origin): string {
  const vendor = vendorOf(origin);
  // The newest models also bind a thought to the organization, which differs between clouds.
  const shared = origin.api === 'anthropic.messages' && ANTHROPIC_CLOUDS.has(vendor) && !bindsThinking(origin.model);
  return shared ? 'anthropic' : vendor;
}

/** An answer of Mistral without thinking looks like any chat completion. */
function dialectOf(origin: Origin): Origin['api'] {
  return origin.api === 'openai.chat' && vendorOf(origin) === 'mistral' ? 'mistral.chat' : origin.api;
}

/**
 * A gateway passes a seal on to the vendor behind it, and another vendor cannot open it. An unknown model changes
 * nothing.
 */
export function sealsFor(origin: Origin | undefined, target: Origin): boolean {
  if (!origin || dialectOf(origin) !== dialectOf(target) || sealerOf(origin) !== sealerOf(target)) return false;
  const [from, to] = [makerOf(origin.model), makerOf(target.model)];
  return from === undefined || to === undefined || from === to;
}

/**
 * These bind each thought to model and prefix (providers.md §4): another model's thinking is refused, and none may be
 * missing.
 */
const BINDING = /claude-(?:[a-z]+-5-5|fable)/i;

export function bindsThinking(model: string | undefined): boolean {
  return model !== undefined && BINDING.test(model);
}

/** Without region, date and version: `us.anthropic.claude-opus-5-5-20261001-v1:0` is `claude-opus-5-5`. */
function bareModel(model: string): string {
  return model.replace(/^.*(?=claude)/, '').replace(/[-@]\d{8}.*$|-v\d+(?::\d+)?$/, '');
}

/** Both models are known, differ, and one of them binds its thinking. */
export function boundElsewhere(origin: Origin | undefined, target: Origin): boolean {
  const [from, to] = [origin?.model, target.model];
  if (from === undefined || to === undefined || !(bindsThinking(from) || bindsThinking(to))) return false;
  return bareModel(from) !== bareModel(to);
}
