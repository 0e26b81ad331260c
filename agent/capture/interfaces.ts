import { loadPcap } from './pcap-binding.ts';

export interface InterfaceInfo {
  readonly name: string;
  readonly loopback: boolean;
  readonly addresses: readonly string[];
}

/** The interfaces that libpcap offers here, as far as the caller may see them. */
export function listInterfaces(): InterfaceInfo[] {
  return loadPcap()
    .findalldevs()
    .map((device) => ({
      name: device.name,
      loopback: device.flags === 'PCAP_IF_LOOPBACK',
      addresses: (device.addresses ?? []).flatMap(({ addr }) => (addr === undefined ? [] : [addr])),
    }));
}
