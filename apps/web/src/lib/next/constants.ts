// Replaces `next/dist/lib/constants` (2 kB gzip) in the browser, which uses only these names (next.config.ts). The test
// checks the values, and that no other name is used.
export const NEXT_NAV_DEPLOYMENT_ID_HEADER = 'x-nextjs-deployment-id';
export const NEXT_QUERY_PARAM_PREFIX = 'nxtP';
export const NEXT_INTERCEPTION_MARKER_PREFIX = 'nxtI';
export const MATCHED_PATH_HEADER = 'x-matched-path';
export const WEB_SOCKET_MAX_RECONNECTIONS = 12;
