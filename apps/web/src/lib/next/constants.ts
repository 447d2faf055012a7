// Stands in the browser for `next/dist/lib/constants`, two kB gzip of which it asks for these (next.config.ts). The test holds their values, and
// that they are all that is asked for.
export const NEXT_NAV_DEPLOYMENT_ID_HEADER = 'x-nextjs-deployment-id';
export const NEXT_QUERY_PARAM_PREFIX = 'nxtP';
export const NEXT_INTERCEPTION_MARKER_PREFIX = 'nxtI';
export const MATCHED_PATH_HEADER = 'x-matched-path';
export const WEB_SOCKET_MAX_RECONNECTIONS = 12;
