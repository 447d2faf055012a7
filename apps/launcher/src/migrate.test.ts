import { expect, test } from 'vitest';
import { migrateOwnDatabase } from './migrate.ts';
import { UserError } from './user-error.ts';

test('a database that does not answer is reported in one sentence', async () => {
  const migrated = migrateOwnDatabase('postgres://127.0.0.1:1/subtext');
  await expect(migrated).rejects.toThrow(UserError);
  await expect(migrated).rejects.toThrow(/DATABASE_URL could not be migrated: connect ECONNREFUSED 127\.0\.0\.1:1/);
});

test('without a database it says what to set', async () => {
  await expect(migrateOwnDatabase(undefined)).rejects.toThrow('Set DATABASE_URL');
});
