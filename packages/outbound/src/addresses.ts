/**
 * The addresses that a request of this server may connect to: public ones, and what the operator allows. `ipaddr.js`
 * knows the special ranges of the IANA registries.
 */
import ipaddr from 'ipaddr.js';
import * as z from 'zod';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** Networks that are not public, and may be reached anyway. */
export type AllowedAddresses = readonly Network[];

/** The variable SUBTEXT_OUTBOUND_ALLOW: addresses and CIDR ranges, separated by commas. */
export const ALLOWED_ADDRESSES = z
  .string()
  .default('')
  .transform((text, context): AllowedAddresses => {
    try {
      const words = text.split(',').map((word) => word.trim());
      return words.filter(Boolean).map(networkOf);
    } catch {
      context.addIssue('must be addresses and CIDR ranges separated by commas, such as 10.1.0.0/16, 192.168.1.20');
      return z.NEVER;
    }
  });

function networkOf(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/**
 * All global unicast addresses of IPv6. What is outside of it and not in a special range is not assigned, or can mean
 * an address of IPv4 (`::/96`, `64:ff9b:1::/48`).
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** `text`: an address as a resolver returns it. */
export function mayConnect(text: string, allowed: AllowedAddresses): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (allowed.some(([network, bits]) => isIn(address, network, bits))) return true;
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST);
}

function isIn(address: Address, network: Address, bits: number): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
