import { flat, type OutgoingConnection } from './presentation.ts';
import { flowField, layerBelowFlow } from './shown-flow.ts';

/**
 * Zeek's `Conn::Info`, with the name and the fingerprint that its `SSL::Info` and the package of JA4 have, as one line: what is seen of
 * such a connection is less than ssl.log wants.
 */
export const zeekConnections = flat<OutgoingConnection>([
  { name: '_path', holds: '`conn`, the log that such lines belong to.', value: () => 'conn' },
  flowField('ts', 'When it began, in seconds since 1970.', (flow) => flow.started_at / 1_000_000),
  flowField('uid', 'Of the connection: the same in each telling.', ({ id }) => id),
  flowField('id.orig_h', 'The client.', ({ client }) => client),
  flowField('id.orig_p', 'Its port.', (flow) => flow.client_port),
  flowField('id.resp_h', 'The server.', ({ server }) => server),
  flowField('id.resp_p', 'Its port.', (flow) => flow.server_port),
  flowField('proto', 'tcp, or udp for QUIC.', layerBelowFlow),
  flowField('service', '`ssl`, or `quic,ssl` for QUIC.', (flow) =>
    layerBelowFlow(flow) === 'tcp' ? 'ssl' : 'quic,ssl',
  ),
  flowField(
    'duration',
    'Seconds that it has lasted.',
    (flow) => (flow.last_seen_at - flow.started_at) / 1_000_000,
  ),
  flowField('orig_bytes', 'Octets to the server, above TCP or UDP.', (flow) => flow.octets_to_server),
  flowField('resp_bytes', 'Octets to the client.', (flow) => flow.octets_to_client),
  flowField('conn_state', '`S1` while it lasts; absent once it has ended, however it did.', (flow) =>
    flow.is_open ? 'S1' : undefined,
  ),
  flowField('vlan', 'The VLAN tag.', ({ vlan }) => (vlan === 0 ? undefined : vlan)),
  flowField('server_name', 'The name that the client gave (SNI).', (flow) => flow.server_name || undefined),
  flowField('ja4', "Fingerprint of the client's TLS.", ({ ja4 }) => ja4 ?? undefined),
]);
