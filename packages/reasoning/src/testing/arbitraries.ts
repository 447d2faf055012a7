/** Arbitrary parts, usages and calls for the property tests of this package. */
import fc from 'fast-check';
import { base64Bytes } from '../media/base64.ts';
import { MEDIA_KINDS, OMISSIONS, type Media } from '../media/media.ts';
import { JPEG, PNG } from './media.ts';
import type { AttributedCall } from '../parts/call.ts';
import type {
  HiddenPart,
  OtherPart,
  Part,
  ReasoningPart,
  RedactedPart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from '../parts/part.ts';
import { CALL_STATUSES } from '../parts/call-status.ts';
import { THINKING_STATES } from '../parts/state.ts';
import { REASONING_TOKEN_SOURCES, type Usage } from '../usage/usage.ts';

const words = fc.string({ maxLength: 40, unit: 'grapheme' });
const name = fc.string({ minLength: 1, maxLength: 12 });
const filledName = name.filter((said) => said.trim() !== '');
/** JSON values after a round trip: no -0. */
const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const format = fc.constantFrom('parsed' as const, 'summary' as const, 'think_tags' as const, 'anthropic' as const);
const yes = fc.constant(true);

type Arbitraries<T> = { [K in keyof T]?: fc.Arbitrary<T[K]> };

/** All properties of the first, any of the second. */
function shape<T extends object>(always: Arbitraries<T>, sometimes: Arbitraries<T>): fc.Arbitrary<T> {
  const both = fc.tuple(
    fc.record(always as Record<string, fc.Arbitrary<unknown>>),
    fc.record(sometimes as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] }),
  );
  return both.map(([left, right]) => ({ ...left, ...right }) as T);
}

const seal = { signature: name, data: name, itemId: name, extra: fc.dictionary(name, json, { maxKeys: 3 }) };
const block = { key: name, format, field: name };
const reasoning = shape<ReasoningPart>(
  { kind: fc.constant('reasoning'), text: words, ...block },
  { ...seal, incomplete: yes, agent: name },
);
const redacted = shape<RedactedPart>({ kind: fc.constant('redacted'), ...block }, { ...seal, agent: name });
const hidden = shape<HiddenPart>(
  { kind: fc.constant('hidden'), encrypted: fc.boolean(), ...block },
  { ...seal, beside: yes, agent: name },
);
const text = shape<TextPart>(
  { kind: fc.constant('text'), key: name, text: words },
  { ...seal, refusal: yes, agent: name },
);
const toolType = fc.constantFrom('function' as const, 'server' as const, 'mcp' as const);
const call = shape<ToolCallPart>(
  { kind: fc.constant('tool_call'), id: name, name, arguments: json, itemType: name, type: toolType },
  { ...seal, idGenerated: yes, namespace: name, parentId: name, incomplete: yes, agent: name },
);
const result = shape<ToolResultPart>(
  { kind: fc.constant('tool_result'), callId: filledName },
  { result: json, isError: fc.boolean(), signature: filledName },
);
const other = shape<OtherPart>(
  { kind: fc.constant('other'), providerType: fc.constantFrom('compaction', 'image_url', 'mcp_list_tools') },
  { durationMs: fc.nat() },
);

const mediaFacts = { bytes: fc.nat(), width: fc.nat(), height: fc.nat(), name: filledName, fileId: filledName };
const media = fc.oneof(
  shape<Media>(
    { kind: fc.constantFrom(...MEDIA_KINDS) },
    {
      ...mediaFacts,
      mimeType: fc.constantFrom('image/svg+xml', 'application/pdf', 'docx'),
      url: fc.constantFrom('https://example.com/cat.png', 's3://bucket/key?…'),
      omitted: fc.constantFrom(...OMISSIONS),
    },
  ),
  shape<Media>(
    { kind: fc.constant('image'), data: fc.constantFrom(PNG, JPEG), mimeType: fc.constant('image/png') },
    mediaFacts,
  ).map((kept): Media => ({ bytes: base64Bytes(kept.data ?? ''), width: 40, height: 24, ...kept })),
);
const mediaPart = shape<OtherPart>(
  { kind: fc.constant('other'), providerType: fc.constantFrom('input_image', 'blob', 'inlineData'), media },
  { durationMs: fc.nat() },
);

export const arbitraryParts = fc.array<Part>(
  fc.oneof(reasoning, redacted, hidden, text, call, result, other, mediaPart),
  {
    maxLength: 12,
  },
);

const tokens = fc.nat({ max: 2 ** 40 });
const dollars = fc.double({ min: 0, max: 1e4, noNaN: true });
const figures = shape<Usage>(
  {},
  {
    input: tokens,
    cacheRead: tokens,
    cacheWrite: tokens,
    cacheWriteHour: tokens,
    output: tokens,
    providerCostUsd: dollars,
  },
);
const thinking = shape<Usage>({ reasoning: tokens, reasoningSource: fc.constantFrom('reported', 'derived') }, {});

export const arbitraryUsage = fc
  .tuple(figures, fc.option(thinking))
  .map(([said, more]): Usage => ({ ...said, ...more }));

export const arbitraryCall = shape<AttributedCall>(
  {
    id: name,
    name,
    arguments: json,
    itemType: name,
    type: fc.constantFrom('function', 'server', 'mcp', 'answer'),
    reasoning: fc.array(words),
    preamble: fc.option(words.filter((said) => said.trim() !== '')),
    reasoningRef: fc.option(filledName),
    state: fc.constantFrom(...THINKING_STATES),
  },
  {
    idGenerated: fc.boolean(),
    namespace: name,
    parentId: name,
    incomplete: fc.boolean(),
    refusal: fc.boolean(),
    result: json,
    status: fc.constantFrom(...CALL_STATUSES),
    durationInferred: fc.boolean(),
    reasoningFormat: format,
    reasoningField: name,
    reasoningTokens: tokens,
    reasoningTokensSource: fc.constantFrom(...REASONING_TOKEN_SOURCES),
  },
);
