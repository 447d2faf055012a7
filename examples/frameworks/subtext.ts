/** A Subtext of its own for a run of the conformance, with one project for each program. */
import { connect, createApiKey, ensureProject } from '@subtext/db';
import { startTemporarySystem } from '@subtext/launcher';
import type { ReadAccess } from './read-api.ts';

export interface OwnProject {
  ingestUrl: string;
  ingestKey: string;
  read: ReadAccess;
}

export interface Subtext {
  openProject(slug: string): Promise<OwnProject>;
  stop(): Promise<void>;
}

export async function startSubtext(): Promise<Subtext> {
  const { system, stop } = await startTemporarySystem('frameworks');
  const sql = connect(system.databaseUrl, { max: 1, applicationName: 'subtext frameworks' });
  const keyFor = async (projectId: string, scope: 'ingest' | 'read') =>
    (await createApiKey(sql, { projectId, name: 'frameworks', scopes: [scope] })).key;
  return {
    openProject: async (slug) => {
      const { id } = await ensureProject(sql, { slug, name: slug });
      return {
        ingestUrl: system.ingestUrl,
        ingestKey: await keyFor(id, 'ingest'),
        read: { url: system.webUrl, key: await keyFor(id, 'read') },
      };
    },
    stop: async () => {
      await sql.end();
      await stop();
    },
  };
}
