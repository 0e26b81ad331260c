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
};

/**
 * Names the facts that differ between one scan and the scan before; a fact that either of them could not tell has not
 * changed.
 */
export function changedFacts(before: AddressScanAnswer, after: AddressScanAnswer): string[] {
  const names = Object.entries(told).flatMap(([name, of]) => {
    const [one, other] = [of(before), of(after)];
    return one === null || other === null || one === other ? [] : [name];
  });
  return isListedOtherwise(before, after) ? [...names, 'blacklists'] : names;
}

/** States if a list gives another verdict than before. A list that did not say, then or now, has not changed. */
function isListedOtherwise(before: AddressScanAnswer, after: AddressScanAnswer): boolean {
  const known = before.reputation.blacklists?.details ?? {};
  return Object.entries(after.reputation.blacklists?.details ?? {}).some(([zone, { listed }]) => {
    const was = Object.hasOwn(known, zone) ? known[zone]!.listed : null;
    return was !== null && listed !== null && was !== listed;
  });
}
