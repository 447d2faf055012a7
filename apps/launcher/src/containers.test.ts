import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from './paths.ts';

const FILES = ['docker-compose.yml', 'apps/web/Dockerfile', 'apps/ingest/Dockerfile'];
/**
 * Images that are built here, the stages of their files, and Citus, whose digest the operator gives
 * (docs/operations.md).
 */
const NOT_PINNED = /^(?:subtext-(?:ingest|web)|manifests|packages|citusdata\/citus:13\.2\$\{CITUS_DIGEST:-\})$/;

const compose = readFileSync(inRoot('docker-compose.yml'), 'utf8');

function baseImages(file: string): string[] {
  const text = readFileSync(inRoot(file), 'utf8');
  return [...text.matchAll(/^(?:FROM|\s+image:)\s+(\S+)/gm)].map((match) => match[1]!);
}

/** The lines of one service. */
function service(name: string): string {
  return new RegExp(`^  ${name}:.*\\n((?:    .*\\n|\\n)+)`, 'm').exec(compose)?.[1] ?? '';
}

describe('the containers', () => {
  it.each(FILES)('of %s come from images that a digest names', (file) => {
    const images = baseImages(file).filter((image) => !NOT_PINNED.test(image));
    expect(images.length).toBeGreaterThan(0);
    expect(images.filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image))).toEqual([]);
  });

  it.each(['web', 'ingest', 'citus-web', 'citus-ingest'])('of %s write only to memory and gain no rights', (name) => {
    const lines = service(name);
    expect(lines).toMatch(/^ {4}read_only: true$/m);
    expect(lines).toMatch(/^ {4}tmpfs: /m);
    expect(lines).toMatch(/^ {4}cap_drop: \[ALL\]$/m);
    expect(lines).toMatch(/^ {4}security_opt: \['no-new-privileges:true'\]$/m);
  });
});
