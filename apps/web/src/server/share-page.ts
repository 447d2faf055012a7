// Access for the page of a share link.
import 'server-only';
import { findShareLink, traceSummary, type ShareLink } from '@subtext/db';
import { notFound } from 'next/navigation';
import { services } from './services.ts';

/**
 * A link that was never made, is over or revoked, and a trace that is gone, lead to one and the same page: there is
 * none.
 */
export async function requireShareLink(token: string): Promise<ShareLink> {
  const { sql } = services();
  const link = await findShareLink(sql, token);
  const trace = link && (await traceSummary(sql, link.key));
  return link && trace ? link : notFound();
}
