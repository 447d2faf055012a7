/** A trace id in URLs and requests. */
export const TRACE_ID = /^[\da-f]{32}$/;

export const isTraceId = (text: string | null): text is string => text !== null && TRACE_ID.test(text);
