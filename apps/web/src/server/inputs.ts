// What inputs of several procedures are made of.
import * as z from 'zod';
import { TRACE_ID as TRACE_ID_SHAPE } from '../lib/trace-id.ts';

export const TRACE_ID = z.string().regex(TRACE_ID_SHAPE);
export const SPAN_ID = z.string().regex(/^[\da-f]{16}$/);
/** Also as pages call it, see lib/skeleton/span-names.ts. */
export const SPAN_NAME = z.string().regex(/^[\da-f]{8}(?:[\da-f]{8})?$/);

/** Postgres has no NUL in text, and neither does anything stored in it. */
export const hasNoNul = (text: string): boolean => !text.includes('\0');
export const withoutNul = (text: string): string => text.replaceAll('\0', '');
