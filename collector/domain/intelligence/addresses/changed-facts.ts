import type { AddressScanAnswer } from '@sonde/shared/schemas/address-scan.ts';

const told: Readonly<Record<string, (answer: AddressScanAnswer) => unknown>> = {
  origin: ({ bgp }) => bgp?.origins.join(' ') || null,
  prefix: ({ bgp }) => bgp?.prefix ?? null,
  rpki: ({ bgp }) => bgp?.rpki_status ?? null,
  country: ({ geolocation }) => geolocation?.country ?? null,
  ptr: ({ reverse_dns }) => reverse_dns?.ptr_records.toSorted().join(' ') ?? null,
  flags: ({ network }) =>
    [network.is_tor, network.is_vpn, network.is_hosting, network.is_relay].every((flag) => flag === null)
      ? null
      : [network.is_tor, network.is_vpn, network.is_hosting, network.is_relay].join(' '),
  blacklists: ({ reputation }) => reputation.blacklists?.listed_in.toSorted().join(' ') ?? null,
};

/**
 * Names the facts that differ between one scan and the scan before; a fact that either of them could not tell has not
 * changed.
 */
export function changedFacts(before: AddressScanAnswer, after: AddressScanAnswer): string[] {
  return Object.entries(told).flatMap(([name, of]) => {
    const [one, other] = [of(before), of(after)];
    return one === null || other === null || one === other ? [] : [name];
  });
}
