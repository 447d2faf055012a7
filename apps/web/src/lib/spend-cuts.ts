// By what spend can be cut: known to the server, which sums, and to the costs screen, which asks. Thinking by tool is a question of its own.
export const SPEND_CUTS = ['model', 'agent', 'session', 'effort'] as const;
export type SpendCut = (typeof SPEND_CUTS)[number];
