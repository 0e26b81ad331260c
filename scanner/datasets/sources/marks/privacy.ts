import { defineDataset } from '../../define-dataset.ts';
import { prefixLines } from '../../formats/prefix-list.ts';
import { readRows } from '../../formats/read-rows.ts';

/**
 * The Tor exits dataset lists the addresses at which traffic leaves the Tor network: `ExitAddress 192.0.2.1 2026-03-01
 * 12:00:00`.
 */
export const torExits = defineDataset({
  id: 'tor-exit-addresses',
  name: 'Tor exits',
  role: 'tor',
  fills: ['network.is_tor'],
  urls: 'https://check.torproject.org/exit-addresses',
  homepage: 'https://metrics.torproject.org/',
  licence: 'Public domain',
  isDefault: true,
  everySeconds: 3_600,
  leastSeconds: 1_800,
  // A node that left is somebody's own address again.
  staleSeconds: 2 * 86_400,
  content: {
    kind: 'tables',
    ipv6Words: 4,
    read: (document, sink) =>
      readRows(document, sink, (line) => {
        const [keyword, address = ''] = line.split(' ');
        if (keyword === 'ExitAddress') return sink.prefix(address, sink.text('Tor exit'));
        return /^(?:ExitNode|Published|LastStatus)$/.test(keyword ?? '') ? 'nothing' : false;
      }),
  },
});

/**
 * The iCloud relay dataset lists a relay of its maker's customers: it is neither Tor nor a VPN that anybody may rent.
 */
export const icloudRelay = defineDataset({
  id: 'icloud-relay',
  name: 'iCloud Private Relay',
  role: 'relay',
  fills: ['network.is_relay'],
  urls: 'https://mask-api.icloud.com/egress-ip-ranges.csv',
  homepage: 'https://developer.apple.com/support/prepare-your-network-for-icloud-private-relay/',
  licence: 'Published facts, free',
  isDefault: true,
  content: prefixLines('iCloud Private Relay'),
});

export const x4bVpn = defineDataset({
  id: 'x4bnet-vpn',
  name: 'X4BNet lists of VPNs',
  role: 'vpn',
  fills: ['network.is_vpn'],
  urls: 'https://raw.githubusercontent.com/X4BNet/lists_vpn/main/output/vpn/ipv4.txt',
  homepage: 'https://github.com/X4BNet/lists_vpn',
  licence: 'None given: see to it that you may use it',
  content: prefixLines('VPN'),
});

export const anycastPrefixes = defineDataset({
  id: 'bgptools-anycast',
  name: 'Anycast prefixes of bgp.tools',
  role: 'anycast',
  fills: ['network.is_anycast'],
  urls: 'https://raw.githubusercontent.com/bgptools/anycast-prefixes/master/anycatch-v4-prefixes.txt',
  homepage: 'https://github.com/bgptools/anycast-prefixes',
  licence: 'None given: see to it that you may use it',
  content: prefixLines('anycast'),
});
