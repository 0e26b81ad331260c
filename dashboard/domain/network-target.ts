import { isAddress } from '../format/address.ts';

/** A network target is what a person looks up: an address, a range or an autonomous system. */
export type NetworkTarget =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'range'; readonly range: string }
  | { readonly kind: 'system'; readonly asn: string };

/** Tells which of the three a typed text is; undefined if it is none. */
export function networkTarget(text: string): NetworkTarget | undefined {
  const wanted = text.trim();
  if (isAddress(wanted)) return { kind: 'address', address: wanted };
  const [, network, length] = /^([^/\s]+)\/(\d{1,3})$/.exec(wanted) ?? [];
  if (network !== undefined && isAddress(network))
    return Number(length) <= (network.includes(':') ? 128 : 32)
      ? { kind: 'range', range: wanted }
      : undefined;
  const [, asn] = /^(?:as\s?)?(\d{1,10}(?:\.\d{1,5})?)$/i.exec(wanted) ?? [];
  return asn === undefined ? undefined : { kind: 'system', asn };
}
