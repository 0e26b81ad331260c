import { isoMicroseconds } from '../text/iso-microseconds.ts';
import type { EncryptedFlow } from './encrypted-flow.ts';

const lookedUp: Readonly<Record<EncryptedFlow['looked_up'], boolean | null>> = {
  yes: true,
  no: false,
  unknown: null,
};

/** Writes a connection of encrypted DNS in the words of the collector's API, which all programs that pass one on use. */
export function presentFlow(flow: EncryptedFlow) {
  return {
    id: flow.id,
    started_at: isoMicroseconds(flow.started_at),
    last_seen: isoMicroseconds(flow.last_seen_at),
    duration_ms: (flow.last_seen_at - flow.started_at) / 1_000,
    is_open: flow.is_open,
    client_ip: flow.client,
    client_port: flow.client_port,
    client_hidden: flow.client_hidden,
    server_ip: flow.server,
    server_port: flow.server_port,
    protocol: flow.transport,
    provider: flow.provider,
    hello: flow.hello,
    server_name: flow.server_name,
    alpn: flow.alpn,
    ja4: flow.ja4,
    ech: flow.ech,
    bytes_to_server: flow.octets_to_server,
    bytes_to_client: flow.octets_to_client,
    looked_up: lookedUp[flow.looked_up],
    vlan: flow.vlan === 0 ? null : flow.vlan,
  };
}
