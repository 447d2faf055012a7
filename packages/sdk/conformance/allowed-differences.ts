/**
 * Differences from the recordings that are allowed, each with its reason: where their README leaves a choice, or
 * contradicts the facts about the providers.
 */
export interface AllowedDifference {
  tag: string;
  why: string;
}

export const ALLOWED = {
  refusal: {
    tag: 'refusal',
    why: 'the recordings keep a refusal apart and leave the content empty; here the refusal is the content of the answer (providers.md §15.3)',
  },
  thinkTags: {
    tag: 'think_tags',
    why: 'the recordings join all tagged blocks and keep the white space around them; here each pair of tags is a block (providers.md §3.4), so joined and trimmed texts are compared',
  },
  toolPlan: {
    tag: 'tool_plan',
    why: "the recordings count Cohere's tool_plan as a block (README rule 9); it is said, beside thinking of its own, so here it is the preamble (providers.md §9)",
  },
  details: {
    tag: 'reasoning_details',
    why: 'the recordings join the texts of all reasoning_details (README rule 9); here each detail is a block (providers.md §8), so joined texts are compared',
  },
  saidApart: {
    tag: 'texts',
    why: "the recordings join everything said with '' (README rule 4); here a blank line parts what was said apart, and nothing else differs (providers.md §15.3)",
  },
  saidNothing: {
    tag: 'no_answer',
    why: 'the recordings make an empty answer of a response in which nothing came (README rule 6); here it has none (providers.md §15.3)',
  },
  acrossResponses: {
    tag: 'reasoning_ref',
    why: 'the recordings look at one response at a time (README rule 5); the request proves which response it continues, so the reference reaches back into it (providers.md §15.5)',
  },
  usageBeside: {
    tag: 'usage',
    why: "the recordings give the provider's own numbers; this host counts thinking beside the output, here output includes it (providers.md §14, additive)",
  },
  usageOfTools: {
    tag: 'usage',
    why: 'this host counts what its own tools gave the model to read apart from the prompt; here all that the model read is input (providers.md §5.1)',
  },
  usageInTotal: {
    tag: 'usage',
    why: 'this host names no thinking tokens but its total holds them: the difference is the thinking (providers.md §14, hidden in total)',
  },
  usageAboveOutput: {
    tag: 'usage',
    why: 'this host reports more thinking than output; here thinking is part of the output and cannot exceed it (providers.md §14)',
  },
  usageElsewhere: {
    tag: 'usage',
    why: "the recordings name no thinking tokens, but the host's own object, which they keep as raw, does",
  },
  usageNone: {
    tag: 'usage',
    why: 'this host reports 0 tokens read and written for an answer that it gave: that is unknown, not 0 (providers.md §14)',
  },
  usageZero: {
    tag: 'usage',
    why: 'this host reports 0 thinking tokens beside thinking that it sends: that is unknown, not 0 (providers.md §14)',
  },
} as const satisfies Record<string, AllowedDifference>;
