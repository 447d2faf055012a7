// How latency can be grouped; shared by the server and the latency screen.
export const LATENCY_CUTS = ['model', 'agent', 'tool'] as const;
