import { always, listOf } from './json-writer.ts';
import { ocsfVersion, product } from './ocsf.ts';
import { nested, type OutgoingConnection } from './presentation.ts';
import { known, milliseconds } from './shown.ts';
import { flowField, layerBelowFlow, partOfLife } from './shown-flow.ts';

const networkActivity = 4_001;
const activities = { begun: 1, ended: 2, lasting: 6 } as const;
const activityNames = { begun: 'Open', ended: 'Close', lasting: 'Traffic' } as const;

/** The object `tls` of the schema is left out: it is of what was negotiated, which nobody but the ends can read. */
export const ocsfConnections = nested<OutgoingConnection>([
  flowField('class_uid', '4001.', () => networkActivity),
  flowField('class_name', 'Network Activity.', () => 'Network Activity'),
  flowField('category_uid', '4, Network Activity.', () => 4),
  flowField(
    'activity_id',
    '1 in the first telling of one that lasts, 2 when it has ended, 6 between.',
    (flow) => activities[partOfLife(flow)],
  ),
  flowField('activity_name', 'Open, Close or Traffic.', (flow) => activityNames[partOfLife(flow)]),
  flowField(
    'type_uid',
    'Class times 100, and the activity.',
    (flow) => networkActivity * 100 + activities[partOfLife(flow)],
  ),
  flowField('severity_id', '1, Informational.', () => 1),
  flowField('time', 'Of its last packet so far, in milliseconds since 1970.', (flow) =>
    milliseconds(flow.last_seen_at),
  ),
  flowField('start_time', 'Of its first packet that was seen.', (flow) => milliseconds(flow.started_at)),
  flowField('end_time', 'Of its last packet so far.', (flow) => milliseconds(flow.last_seen_at)),
  flowField('duration', 'Milliseconds between.', (flow) => milliseconds(flow.last_seen_at - flow.started_at)),
  { name: 'metadata.version', holds: 'Of the schema.', value: () => ocsfVersion, by: always },
  { name: 'metadata.product', holds: 'Name and vendor.', value: () => product, by: always },
  { name: 'metadata.uid', holds: 'Of this telling; the same at each attempt.', value: ({ id }) => id },
  flowField('app_name', 'dot, doh, doq or doh3: what it carries.', ({ transport }) => transport),
  flowField('src_endpoint.ip', 'The client.', ({ client }) => known(client)),
  flowField('src_endpoint.port', 'Its port.', (flow) => flow.client_port),
  flowField('src_endpoint.vlan_uid', 'The VLAN tag, as text.', ({ vlan }) =>
    vlan === 0 ? undefined : String(vlan),
  ),
  flowField('dst_endpoint.ip', 'The server.', ({ server }) => known(server)),
  flowField('dst_endpoint.port', 'Its port.', (flow) => flow.server_port),
  flowField(
    'dst_endpoint.hostname',
    'The name that the client gave (SNI).',
    (flow) => flow.server_name || undefined,
  ),
  flowField('connection_info.uid', 'Of the connection: the same in each telling.', ({ id }) => id),
  flowField('connection_info.protocol_name', 'tcp, or udp for QUIC.', layerBelowFlow),
  flowField('connection_info.direction_id', '0, Unknown.', () => 0),
  flowField('traffic.bytes', 'Octets both ways.', (flow) => flow.octets_to_server + flow.octets_to_client),
  flowField('traffic.bytes_out', 'Octets to the server.', (flow) => flow.octets_to_server),
  flowField('traffic.bytes_in', 'Octets to the client.', (flow) => flow.octets_to_client),
  {
    name: 'ja4_fingerprint_list',
    holds: "Fingerprint of the client's TLS: type_id 1, type JA4, value.",
    value: ({ flow: { ja4 } }) => (ja4 === null ? undefined : [ja4]),
    write: listOf<string>([
      { name: 'type_id', value: () => 1 },
      { name: 'type', value: () => 'JA4' },
      { name: 'value', value: (ja4) => ja4 },
    ]),
  },
  flowField(
    'unmapped.telling',
    'The number of this telling of the connection, whose figures are totals.',
    (flow) => flow.telling,
  ),
  flowField(
    'unmapped.provider',
    "Who runs the server, by the sensor's list.",
    ({ provider }) => provider ?? undefined,
  ),
  flowField('unmapped.alpn', 'What the client offers to speak.', ({ alpn }) => alpn ?? undefined),
  flowField('unmapped.hello', "What became of the client's hello.", ({ hello }) => hello),
  flowField(
    'unmapped.ech',
    'Whether the hello has the extension of Encrypted ClientHello.',
    ({ ech }) => ech ?? undefined,
  ),
  flowField(
    'unmapped.looked_up',
    "yes, no or unknown: whether the client got the server's address by DNS in the clear before.",
    (flow) => flow.looked_up,
  ),
  flowField(
    'unmapped.client_hidden',
    'Whether the client is cut or a pseudonym.',
    (flow) => flow.client_hidden,
  ),
  {
    name: 'unmapped.sensor',
    holds: 'The name of the machine that passes it on.',
    value: ({ sensor }) => sensor,
  },
]);
