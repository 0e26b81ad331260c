import { isIPv4 } from 'node:net';
import { addressBytes } from '@sonde/shared/net/address.ts';
import type { MailRecordType } from '../mail-resolve.ts';
import { isQueryName } from './expand-macros.ts';

/** Names beyond these are not looked at (RFC 7208 section 4.6.4). */
const maxNames = 10;

interface Asking {
  readonly values: { readonly ip: string };
  readonly addressType: 'A' | 'AAAA';
  askFurther(name: string, type: MailRecordType): Promise<readonly string[] | 'error'>;
}

export interface ValidatedNames {
  readonly names: readonly string[];
  /** Whether the address has no PTR record at all. */
  readonly isVoid: boolean;
}

/**
 * Finds the client's names by PTR whose addresses include the client's (RFC 7208 section 5.5). A lookup that fails
 * leaves its name out.
 */
export async function validatedNames(evaluation: Asking): Promise<ValidatedNames> {
  const { ip } = evaluation.values;
  const pointers = await evaluation.askFurther(reverseName(ip), 'PTR');
  if (pointers === 'error') return { names: [], isVoid: false };
  const wanted = addressBytes(ip);
  const names: string[] = [];
  for (const pointer of pointers.slice(0, maxNames)) {
    const name = pointer.replace(/\.$/, '');
    if (!isQueryName(name)) continue;
    const addresses = await evaluation.askFurther(name, evaluation.addressType);
    if (addresses !== 'error' && addresses.some((one) => addressBytes(one).equals(wanted))) names.push(name);
  }
  return { names, isVoid: pointers.length === 0 };
}

/** Writes the name under which an address's PTR records are (RFC 1035 section 3.5, RFC 3596 section 2.5). */
export function reverseName(ip: string): string {
  if (isIPv4(ip)) return `${ip.split('.').reverse().join('.')}.in-addr.arpa`;
  return `${[...addressBytes(ip).toString('hex')].reverse().join('.')}.ip6.arpa`;
}
