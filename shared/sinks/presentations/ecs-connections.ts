import type { EncryptedFlow } from '../../batch/encrypted-flow.ts';
import { isoMicroseconds } from '../../text/iso-microseconds.ts';
import { constant, ecsVersion } from './ecs.ts';
import { nested, type OutgoingConnection } from './presentation.ts';
import { family, known, some } from './shown.ts';
import { flowField, layerBelowFlow, partOfLife } from './shown-flow.ts';

const types = {
  begun: ['connection', 'start'],
  lasting: ['connection', 'info'],
  ended: ['connection', 'end'],
} as const;

export const ecsConnections = nested<OutgoingConnection>([
  flowField('@timestamp', 'Of its last packet so far, to the microsecond.', (flow) =>
    isoMicroseconds(flow.last_seen_at),
  ),
  constant('ecs.version', ecsVersion),
  { name: 'event.id', holds: 'Of this telling; the same at each attempt.', value: ({ id }) => id },
  constant('event.kind', 'event'),
  constant('event.category', ['network']),
  flowField(
    'event.type',
    '`connection`, with `start` in the first telling of one that lasts, `end` when it has ended, `info` between.',
    (flow) => types[partOfLife(flow)],
  ),
  constant('event.module', 'sonde'),
  constant('event.dataset', 'sonde.connection'),
  flowField(
    'event.sequence',
    'The number of this telling of the connection, whose figures are totals.',
    (flow) => flow.telling,
  ),
  flowField('event.start', 'Of its first packet that was seen.', (flow) => isoMicroseconds(flow.started_at)),
  flowField('event.end', 'Of its last packet so far.', (flow) => isoMicroseconds(flow.last_seen_at)),
  flowField(
    'event.duration',
    'Nanoseconds between.',
    (flow) => (flow.last_seen_at - flow.started_at) * 1_000,
  ),
  flowField('network.transport', 'tcp, or udp for QUIC.', layerBelowFlow),
  flowField('network.protocol', 'tls or quic.', (flow) => (layerBelowFlow(flow) === 'tcp' ? 'tls' : 'quic')),
  flowField('network.application', 'dot, doh, doq or doh3: what it carries.', ({ transport }) => transport),
  flowField('network.type', 'ipv4 or ipv6.', ({ client }) => family(client)),
  flowField('network.bytes', 'Octets both ways.', (flow) => flow.octets_to_server + flow.octets_to_client),
  flowField('network.vlan.id', 'The VLAN tag, as text.', ({ vlan }) =>
    vlan === 0 ? undefined : String(vlan),
  ),
  flowField('source.ip', 'The client.', ({ client }) => known(client)),
  flowField('source.port', 'Its port.', (flow) => flow.client_port),
  flowField('source.bytes', 'Octets to the server.', (flow) => flow.octets_to_server),
  flowField('client.ip', 'The client.', ({ client }) => known(client)),
  flowField('client.port', 'Its port.', (flow) => flow.client_port),
  flowField('destination.ip', 'The server.', ({ server }) => known(server)),
  flowField('destination.port', 'Its port.', (flow) => flow.server_port),
  flowField('destination.bytes', 'Octets to the client.', (flow) => flow.octets_to_client),
  flowField('destination.domain', 'The name that the client gave (SNI).', serverName),
  flowField('server.ip', 'The server.', ({ server }) => known(server)),
  flowField('server.port', 'Its port.', (flow) => flow.server_port),
  flowField('tls.client.server_name', 'The name that the client gave (SNI).', serverName),
  flowField('related.ip', 'Both addresses.', ({ client, server }) => [client, server]),
  flowField('related.hosts', 'The name that the client gave.', (flow) => {
    const name = serverName(flow);
    return some(name === undefined ? [] : [name]);
  }),
  constant('observer.vendor', 'Sonde'),
  constant('observer.product', 'Sonde'),
  {
    name: 'observer.hostname',
    holds: 'The name of the machine that passes it on.',
    value: ({ sensor }) => sensor,
  },
  flowField('labels.connection_id', 'Of the connection: the same in each telling.', ({ id }) => id),
  flowField(
    'labels.provider',
    "Who runs the server, by the sensor's list.",
    ({ provider }) => provider ?? undefined,
  ),
  flowField('labels.ja4', "Fingerprint of the client's TLS.", ({ ja4 }) => ja4 ?? undefined),
  flowField('labels.alpn', 'What the client offers to speak, with commas between.', ({ alpn }) =>
    alpn?.join(','),
  ),
  flowField('labels.hello', "What became of the client's hello.", ({ hello }) => hello),
  flowField('labels.ech', 'Whether the hello has the extension of Encrypted ClientHello.', ({ ech }) =>
    ech?.toString(),
  ),
  flowField(
    'labels.looked_up',
    "yes, no or unknown: whether the client got the server's address by DNS in the clear before.",
    (flow) => flow.looked_up,
  ),
  flowField('labels.client_hidden', 'Whether the client is cut or a pseudonym.', (flow) =>
    String(flow.client_hidden),
  ),
]);

function serverName(flow: EncryptedFlow): string | undefined {
  return flow.server_name || undefined;
}
