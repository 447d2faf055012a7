// Access for the page of a share link.
import 'server-only';
import { findShareLink, traceSummary, type ShareLink } from '@subtext/db';
import { notFound } from 'next/navigation';
import { services } from '../services.ts';

/**
 * An unknown, expired or revoked link, and a deleted trace, lead to the same not-found page.
 */
export async function requireShareLink(token: string): Promise<ShareLink> {
  const { sql } = services();
  const link = await findShareLink(sql, token);
  const trace = link && (await traceSummary(sql, link.key));
  return link && trace ? link : notFound();
}
