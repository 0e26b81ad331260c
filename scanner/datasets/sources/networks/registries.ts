import { defineDataset } from '../../define-dataset.ts';
import { delegations } from '../../formats/delegations.ts';
import { payloads } from '../../formats/payloads.ts';
import { systemNames } from '../../formats/system-names.ts';

const megabyte = 1_048_576;
const day = 86_400;

export const ripeSystemNames = defineDataset({
  id: 'ripe-as-names',
  name: 'Names of autonomous systems',
  role: 'system',
  fills: ['network.asn_name', 'bgp.asn_name', 'bgp.asn_country'],
  urls: 'https://ftp.ripe.net/ripe/asnames/asn.txt',
  homepage: 'https://www.ripe.net/',
  licence: 'RIPE NCC, free',
  credit: 'Names of autonomous systems by the RIPE NCC',
  isDefault: true,
  content: systemNames(),
  maxBytes: 32 * megabyte,
});

export const nroDelegations = defineDataset({
  id: 'nro-delegations',
  name: 'Delegations by the registries',
  role: 'delegation',
  fills: ['allocation', 'bgp.asn_country'],
  urls: 'https://ftp.ripe.net/pub/stats/ripencc/nro-stats/latest/nro-delegated-stats',
  homepage: 'https://www.nro.net/about/rirs/statistics/',
  licence: 'NRO, free',
  isDefault: true,
  content: delegations(),
  maxBytes: 128 * megabyte,
});

const payloadFacts = {
  role: 'payload',
  fills: ['bgp.rpki_status'],
  content: payloads(),
  everySeconds: 3_600,
  leastSeconds: 600,
  maxBytes: 256 * megabyte,
  // What an older export says of a route may no longer be so.
  staleSeconds: day,
} as const;

export const rpkiClient = defineDataset({
  ...payloadFacts,
  id: 'rpki-client',
  name: 'RPKI payloads of rpki-client.org',
  urls: 'https://console.rpki-client.org/rpki.json',
  homepage: 'https://console.rpki-client.org/',
  licence: 'Free; facts of the registries',
  credit: 'RPKI payloads by rpki-client.org',
  isDefault: true,
  rank: 2,
});

export const cloudflareRpki = defineDataset({
  ...payloadFacts,
  id: 'cloudflare-rpki',
  name: 'RPKI payloads of Cloudflare',
  urls: 'https://rpki.cloudflare.com/rpki.json',
  homepage: 'https://rpki.cloudflare.com/',
  licence: 'Cloudflare terms of use',
  rank: 3,
});

/** The own RPKI dataset is the export of the operator's own validator, such as Routinator or rpki-client. */
export const ownRpki = defineDataset({
  ...payloadFacts,
  id: 'own-rpki',
  name: "RPKI payloads of the operator's validator",
  urls: () => [],
  homepage: null,
  licence: "The operator's",
  rank: 1,
});
