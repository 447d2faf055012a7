/** The ingests on which a rule is checked, with their own limits, on one database or a new one each. */
import { startIngest, type TestIngest } from '../ingest.ts';
import type { Limits } from '../../env.ts';
import type { TestDatabase } from '@subtext/db/testing';

/** A ready ingest, for rules that do not change it, and functions to start another. */
export interface RuleContext {
  server: TestIngest;
  /** Starts another ingest, which is closed after the rule. */
  another(limits?: Partial<Limits>): Promise<TestIngest>;
  /** Drains the server and starts one on the same ports and database with other limits. */
  replace(server: TestIngest, limits?: Partial<Limits>): Promise<TestIngest>;
}

export interface Rule {
  /** The row of the table. */
  topic: string;
  rule: string;
  /** Rejects when the rule does not hold. */
  holds(place: RuleContext): Promise<void>;
}

/** Checks one rule and cleans up. `createDatabase`: for the ingests that the rule starts. */
export async function tryRule(
  rule: Rule,
  server: TestIngest,
  createDatabase: () => Promise<TestDatabase>,
): Promise<void> {
  const databases: TestDatabase[] = [];
  const running = new Set<TestIngest>();
  const start = async (limits: Partial<Limits>, place: Parameters<typeof startIngest>[1]) => {
    const started = await startIngest(limits, place);
    running.add(started);
    return started;
  };
  const place: RuleContext = {
    server,
    async another(limits = {}) {
      const database = await createDatabase();
      databases.push(database);
      return start(limits, { database });
    },
    async replace(old, limits = {}) {
      running.delete(old);
      await old.ingest.close();
      const [port, grpcPort] = [old.url, old.grpcUrl].map((url) => Number(new URL(url).port)) as [number, number];
      return start(limits, { database: old.database, port, grpcPort });
    },
  };
  try {
    await rule.holds(place);
  } finally {
    for (const started of running) await started.ingest.close();
    for (const database of databases) await database.drop();
  }
}
