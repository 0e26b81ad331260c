import { isIP } from 'node:net';
import { addressInput, rangeInput, systemInput } from '@sonde/scanner/addresses/address-input.ts';
import { parsePrefix } from '@sonde/shared/net/prefix.ts';

/** A network target is an address, a range or an autonomous system that is scanned instead of a domain. */
export type NetworkTarget =
  | { readonly kind: 'address'; readonly ip: string }
  | { readonly kind: 'range'; readonly cidr: string; readonly size: number }
  | { readonly kind: 'system'; readonly asn: number };

/**
 * Reads an address, a network or an autonomous system; undefined for any other text. Throws InvalidInput for one with
 * host bits, or a zone.
 */
export function networkTarget(text: string): NetworkTarget | undefined {
  const plain = text.trim();
  if (isIP(plain) !== 0) return { kind: 'address', ip: addressInput(plain) };
  if (/^AS\d+(?:\.\d+)?$/i.test(plain)) return { kind: 'system', asn: systemInput(plain) };
  if (!plain.includes('/') || parsePrefix(plain) === undefined) return undefined;
  const { cidr, size } = rangeInput(plain);
  return { kind: 'range', cidr, size };
}
