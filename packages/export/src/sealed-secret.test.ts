import { expect, it } from 'vitest';
import { openSecret, sealSecret } from './index.ts';

const sealing = { key: 'a secret of the installation', owner: 'project/target' };

it('opens only with the same key, for the same row, and unchanged', () => {
  const sealed = sealSecret('wJalrXUtnFEMI', sealing);
  expect(openSecret(sealed, sealing)).toBe('wJalrXUtnFEMI');
  expect(sealed.toString('latin1')).not.toContain('wJalrXUtnFEMI');
  expect(sealSecret('wJalrXUtnFEMI', sealing)).not.toEqual(sealed);
  expect(openSecret(sealed, { ...sealing, key: 'another' })).toBeUndefined();
  expect(openSecret(sealed, { ...sealing, owner: 'project/other' })).toBeUndefined();
  sealed[sealed.length - 1]! ^= 1;
  expect(openSecret(sealed, sealing)).toBeUndefined();
  expect(openSecret(Buffer.alloc(3), sealing)).toBeUndefined();
});
