import { defineDataset } from '../../define-dataset.ts';
import { mixedOrigins, prefixToSystem, routeLines } from '../../formats/origins.ts';

const megabyte = 1_048_576;
const fills = ['bgp.prefix', 'bgp.origin_asn', 'network.asn'];

/** The iptoasn dataset has ranges rather than prefixes, with the systems' names: small, and new every hour. */
export const ipToAsn = defineDataset({
  id: 'iptoasn',
  name: 'IPtoASN',
  role: 'origin',
  fills: [...fills, 'network.asn_name'],
  urls: 'https://iptoasn.com/data/ip2asn-combined.tsv.gz',
  homepage: 'https://iptoasn.com/',
  licence: 'PDDL',
  rank: 4,
  content: mixedOrigins(),
  maxUnpackedBytes: 256 * megabyte,
});

/** The bgp.tools dataset is a whole table of routes; its publisher wants to know who fetches it. */
export const bgpToolsRoutes = defineDataset({
  id: 'bgptools-routes',
  name: 'bgp.tools routes',
  role: 'origin',
  fills,
  urls: 'https://bgp.tools/table.jsonl',
  homepage: 'https://bgp.tools/kb/api',
  licence: 'Free to use with a contact in the User-Agent; ask before redistributing',
  rank: 3,
  content: routeLines(),
  everySeconds: 86_400,
  leastSeconds: 1_800,
  maxBytes: 512 * megabyte,
});

/** The CAIDA dataset has files with dates for names: the operator fetches them. */
export const caidaRoutes = defineDataset({
  id: 'caida-routes',
  name: 'CAIDA prefix to AS',
  role: 'origin',
  fills,
  urls: () => [],
  homepage: 'https://www.caida.org/catalog/datasets/routeviews-prefix2as/',
  licence: 'CAIDA acceptable use agreement',
  credit: 'CAIDA Routeviews Prefix to AS mappings',
  rank: 3,
  content: prefixToSystem(),
  maxUnpackedBytes: 256 * megabyte,
});

/** The own routes are the operator's own table, of SONDE_AS_TABLE: it is believed before all others. */
export const ownRoutes = defineDataset({
  id: 'as-table',
  name: "The operator's table of autonomous systems",
  role: 'origin',
  fills: [...fills, 'network.asn_name'],
  urls: () => [],
  homepage: null,
  licence: "The operator's",
  rank: 1,
  content: mixedOrigins(),
  everySeconds: 30,
  leastSeconds: 1,
  maxBytes: 256 * megabyte,
});
