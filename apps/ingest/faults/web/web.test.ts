// The faults of the web app, shortly: the built app, when there is one (`npm test` builds it).
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WEB_FAULTS } from './cases.ts';
import { runWebFault, WEB_SHORT } from './web-fault.ts';
import { WEB_DIRECTORY } from './web-process.ts';
import { openWebStage, type WebStage } from './web-stage.ts';

const isBuilt = existsSync(join(WEB_DIRECTORY, '.next/BUILD_ID'));

describe.runIf(isBuilt)('one client or one stranger delays nobody else, and memory stays bounded', () => {
  let stage: WebStage;
  beforeAll(async () => {
    stage = await openWebStage(WEB_SHORT);
  }, 180_000);
  afterAll(() => stage?.close());

  it.each(WEB_FAULTS)('$name', { timeout: 180_000 }, async (fault) => {
    const { problems, others } = await runWebFault(stage, fault, WEB_SHORT);
    expect(problems).toEqual([]);
    expect(others.answered).toBeGreaterThan(0);
  });
});
