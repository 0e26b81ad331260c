import { isoMicroseconds } from '@sonde/shared/text/iso-microseconds.ts';
import type { SeenFlow } from '../../../ports/traffic/encrypted-flows.ts';

/** Writes flows as the store takes them: a line of JSON each, whose members are its columns. */
export function flowLines(flows: readonly SeenFlow[]): Buffer {
  return Buffer.from(flows.map((flow) => `${JSON.stringify(columnsOf(flow))}\n`).join(''));
}

function columnsOf({ locationId, agentId, flow }: SeenFlow) {
  return {
    location_id: locationId,
    agent_id: agentId,
    id: flow.id,
    telling: flow.telling,
    started_at: timeText(flow.started_at),
    last_seen_at: timeText(flow.last_seen_at),
    is_open: flow.is_open ? 1 : 0,
    client_address: mapped(flow.client),
    client_port: flow.client_port,
    server_address: mapped(flow.server),
    server_port: flow.server_port,
    transport: flow.transport,
    hello: flow.hello,
    server_name: flow.server_name ?? '',
    alpn: flow.alpn ?? [],
    ja4: flow.ja4 ?? '',
    ech: flow.ech === true ? 1 : 0,
    provider: flow.provider ?? '',
    octets_to_server: flow.octets_to_server,
    octets_to_client: flow.octets_to_client,
    looked_up: flow.looked_up,
    client_hidden: flow.client_hidden ? 1 : 0,
    vlan: flow.vlan,
  };
}

/** Microseconds since 1970 as `2026-01-31 23:59:59.123456`. */
function timeText(microseconds: number): string {
  return isoMicroseconds(microseconds).slice(0, -1).replace('T', ' ');
}

function mapped(address: string): string {
  return address.includes(':') ? address : `::ffff:${address}`;
}
