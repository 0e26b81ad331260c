import { defineDataset } from '../../define-dataset.ts';
import { risOrigins } from '../../formats/origins.ts';

const megabyte = 1_048_576;
const shared = {
  role: 'origin',
  fills: ['bgp.prefix', 'bgp.origin_asn', 'bgp.is_announced', 'network.asn'],
  homepage: 'https://ris.ripe.net/',
  licence: 'RIPE NCC Routing Information Service, free with credit',
  credit: 'Routes by the RIPE NCC Routing Information Service',
  isDefault: true,
  rank: 2,
  content: risOrigins(),
  everySeconds: 86_400,
  leastSeconds: 8 * 3_600,
  maxUnpackedBytes: 256 * megabyte,
} as const;

/** The RIS dataset of IPv4 states which systems announce which prefixes, as the collectors of RIPE see it. */
export const risIpv4 = defineDataset({
  ...shared,
  id: 'ris-ipv4',
  name: 'RIS routes of IPv4',
  urls: 'https://www.ris.ripe.net/dumps/riswhoisdump.IPv4.gz',
});

/** The RIS dataset of IPv6 states which systems announce which prefixes, as the collectors of RIPE see it. */
export const risIpv6 = defineDataset({
  ...shared,
  id: 'ris-ipv6',
  name: 'RIS routes of IPv6',
  urls: 'https://www.ris.ripe.net/dumps/riswhoisdump.IPv6.gz',
});
