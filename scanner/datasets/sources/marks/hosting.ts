import { defineDataset } from '../../define-dataset.ts';
import { azureTags, nestedPrefixes } from '../../formats/nested-prefixes.ts';
import { prefixLines, prefixObjects } from '../../formats/prefix-list.ts';

const shared = { role: 'hosting', fills: ['network.is_hosting'] } as const;

export const awsRanges = defineDataset({
  ...shared,
  id: 'aws-ranges',
  name: 'Addresses of Amazon Web Services',
  urls: 'https://ip-ranges.amazonaws.com/ip-ranges.json',
  homepage: 'https://docs.aws.amazon.com/vpc/latest/userguide/aws-ip-ranges.html',
  licence: 'Published facts, free',
  isDefault: true,
  content: prefixObjects('Amazon Web Services', ['prefixes', 'ipv6_prefixes'], ['ip_prefix', 'ipv6_prefix']),
});

export const googleCloudRanges = defineDataset({
  ...shared,
  id: 'google-cloud-ranges',
  name: 'Addresses of Google Cloud',
  urls: 'https://www.gstatic.com/ipranges/cloud.json',
  homepage: 'https://support.google.com/a/answer/10026322',
  licence: 'Published facts, free',
  isDefault: true,
  content: prefixObjects('Google Cloud', ['prefixes'], ['ipv4Prefix', 'ipv6Prefix']),
});

export const cloudflareRanges = defineDataset({
  ...shared,
  id: 'cloudflare-ranges',
  name: 'Addresses of Cloudflare',
  urls: 'https://www.cloudflare.com/ips-v4',
  homepage: 'https://www.cloudflare.com/ips/',
  licence: 'Published facts, free',
  isDefault: true,
  content: prefixLines('Cloudflare'),
});

export const digitalOceanRanges = defineDataset({
  ...shared,
  id: 'digitalocean-ranges',
  name: 'Addresses of DigitalOcean',
  urls: 'https://digitalocean.com/geo/google.csv',
  homepage: 'https://www.digitalocean.com/',
  licence: 'Published facts, free',
  isDefault: true,
  content: prefixLines('DigitalOcean'),
});

export const azureRanges = defineDataset({
  ...shared,
  id: 'azure-ranges',
  name: 'Addresses of Microsoft Azure',
  urls: () => [],
  homepage: 'https://www.microsoft.com/en-us/download/details.aspx?id=56519',
  licence: 'Published facts, free',
  content: azureTags(),
});

export const oracleCloudRanges = defineDataset({
  ...shared,
  id: 'oracle-cloud-ranges',
  name: 'Addresses of Oracle Cloud',
  urls: 'https://docs.oracle.com/en-us/iaas/tools/public_ip_ranges.json',
  homepage: 'https://docs.oracle.com/en-us/iaas/Content/General/Concepts/addressranges.htm',
  licence: 'Published facts, free',
  isDefault: true,
  content: nestedPrefixes('Oracle Cloud', 'regions', 'cidrs', 'cidr'),
});

/**
 * The X4B dataset lists networks of data centres by their own look, which is a guess: opt-in, and it has no licence.
 */
export const x4bDatacenters = defineDataset({
  ...shared,
  id: 'x4bnet-datacenters',
  name: 'X4BNet lists of data centres',
  urls: 'https://raw.githubusercontent.com/X4BNet/lists_vpn/main/output/datacenter/ipv4.txt',
  homepage: 'https://github.com/X4BNet/lists_vpn',
  licence: 'None given: see to it that you may use it',
  rank: 20,
  content: prefixLines('data centre'),
});
