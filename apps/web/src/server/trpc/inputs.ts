// Schemas that the inputs of several procedures share.
import { isStorableText, NOT_STORABLE } from '@subtext/privacy';
import * as z from 'zod';
import { TRACE_ID as TRACE_ID_SHAPE } from '../../lib/address/trace-id.ts';
import { SPAN_NAME as SPAN_NAME_SHAPE } from '../../lib/skeleton/span-names.ts';

export const TRACE_ID = z.string().regex(TRACE_ID_SHAPE);
export const SPAN_ID = z.string().regex(/^[\da-f]{16}$/);
export const SPAN_NAME = z.string().regex(SPAN_NAME_SHAPE);

/** A text that is stored, or compared with stored texts. */
export const TEXT = z.string().refine(isStorableText, `A text ${NOT_STORABLE}.`);
/** The name that a user gives to a key or a view. */
export const NAME = TEXT.trim().min(1).max(60);

export const TAG = TEXT.trim().min(1).max(100);

/** PostgreSQL has neither the year 0 nor, in this form, years before it. */
const hasYear = (text: string): boolean => !text.startsWith('0000');
const ISO_TIME = z.iso.datetime({ offset: true });

/** A moment as ISO 8601, in UTC. */
export const MOMENT = z.iso.datetime().refine(hasYear, 'There is no year 0.');

/** A moment as PostgreSQL writes it: `2026-11-24 17:00:00.123456+00`. */
export const POSTGRES_TIME = z
  .string()
  .max(40)
  .regex(/^[-+.:\d ]+$/)
  .refine((text) => hasYear(text) && ISO_TIME.safeParse(isoTime(text)).success, 'Not a moment.');

const isoTime = (text: string) => text.replace(' ', 'T').replace(/(:\d\d(?:\.\d+)?[+-]\d\d)$/, '$1:00');

/** Removes characters that PostgreSQL cannot search for. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '');
