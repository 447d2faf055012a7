import { expect, it } from 'vitest';
import { ALLOWED_ADDRESSES, mayConnect } from './addresses.ts';

const PRIVATE = {
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
  'link-local': ['169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
  'unique local': ['fc00::1', 'fd00:ec2::254'],
  'mapped IPv4': ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:a00:1'],
  'IPv4 compatible': ['::7f00:1', '::8.8.8.8'],
  'NAT64, 6to4, Teredo': ['64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2002:7f00:1::', '2001:0:7f00:1::'],
  CGNAT: ['100.64.0.1', '100.127.255.255'],
  multicast: ['224.0.0.1', '239.255.255.250', 'ff02::1'],
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  'broadcast and reserved': ['255.255.255.255', '240.0.0.1', '192.0.0.8', '192.0.2.1', '198.18.0.1', '203.0.113.1'],
  'documentation and others of IPv6': ['2001:db8::1', '3fff::1', 'fec0::1', '100::1', '5f00::1'],
  'no address': ['', 'localhost', '1.2.3.4.5'],
};

for (const [kind, addresses] of Object.entries(PRIVATE)) {
  it(`does not connect to ${kind}`, () => {
    expect(addresses.filter((address) => mayConnect(address, []))).toEqual([]);
  });
}

it('connects to public addresses', () => {
  const open = ['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '100.63.0.1', '2606:4700:4700::1111', '2a00:1450::1'];
  expect(open.filter((address) => !mayConnect(address, []))).toEqual([]);
});

it('connects to what the operator allows, and to nothing beside it', () => {
  const allowed = ALLOWED_ADDRESSES.parse('10.1.0.0/16, 192.168.1.20,fd00::/8');
  const open = ['10.1.2.3', '192.168.1.20', 'fd12::1', '10.2.0.1', '192.168.1.21', '::ffff:10.1.2.3'];
  expect(open.map((address) => mayConnect(address, allowed))).toEqual([true, true, true, false, false, false]);
  expect(ALLOWED_ADDRESSES.parse(undefined)).toEqual([]);
  expect(ALLOWED_ADDRESSES.safeParse('intranet').error?.issues[0]?.message).toContain('CIDR ranges');
});
