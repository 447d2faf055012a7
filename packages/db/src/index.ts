/** Everything that other packages may use of the database. */
export { createApiKey, findApiKey, markApiKeysUsed, revokeApiKey } from './api-keys.ts';
export type { ApiKey, ApiKeyScope, NewApiKey } from './api-keys.ts';
export { connect } from './connect.ts';
export type { ConnectOptions, Sql, TransactionSql } from './connect.ts';
export { startEmbeddedPostgres } from './embedded-postgres.ts';
export type { EmbeddedPostgres, EmbeddedPostgresOptions } from './embedded-postgres.ts';
export { isMigrated, migrate } from './migrate.ts';
export type { MigrateOptions } from './migrate.ts';
export { ensurePartitions } from './partitions.ts';
export { createPrisma } from './prisma.ts';
export type { PrismaClient } from './prisma.ts';
export { ensureProject } from './projects.ts';
export type { Project } from './projects.ts';
export { hasTraces } from './queries/has-traces.ts';
