// How spend can be grouped; shared by the server, which sums, and the costs screen, which queries. Thinking by tool is
// a separate query.
export const SPEND_CUTS = ['model', 'agent', 'session', 'effort'] as const;
export type SpendCut = (typeof SPEND_CUTS)[number];
