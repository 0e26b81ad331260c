import { factOf } from '../../batch/row-facts.ts';
import { ednsFlags as ednsBits } from '../../batch/row-layout.ts';
import type { SeenRow } from '../../batch/seen-row.ts';
import { recordTypeName } from '../../dns/record-types.ts';
import { isoMicroseconds } from '../../text/iso-microseconds.ts';
import { always, listOf } from './json-writer.ts';
import { type Field, nested, type OutgoingQuery, type QueryPresentation } from './presentation.ts';
import {
  answeredAddresses,
  type ClassedRecord,
  classedAnswers,
  className,
  family,
  hasResponse,
  known,
  layerBelow,
  operationName,
  portOf,
  registeredDomain,
  responseName,
  some,
} from './shown.ts';

export const ecsVersion = '8.11.0';

const queryFields: readonly Field<OutgoingQuery>[] = [
  field('@timestamp', 'When the query was seen, to the microsecond.', ({ observedAt }) =>
    isoMicroseconds(observedAt),
  ),
  constant('ecs.version', ecsVersion),
  { name: 'event.id', holds: 'Of the row; the same at each attempt.', value: ({ id }) => id },
  constant('event.kind', 'event'),
  constant('event.category', ['network']),
  constant('event.type', ['protocol', 'info']),
  constant('event.module', 'sonde'),
  constant('event.dataset', 'sonde.dns'),
  field('event.duration', 'Nanoseconds from query to response.', ({ outcome, latency }) =>
    outcome === 'answered' && latency > 0 ? latency * 1_000 : undefined,
  ),
  field(
    'event.outcome',
    '`success` for NOERROR, `failure` for other codes, `unknown` without a response.',
    (query) => (!hasResponse(query) ? 'unknown' : query.responseCode === 0 ? 'success' : 'failure'),
  ),
  field('network.protocol', 'dns, mdns, llmnr or nbns.', ({ nameService }) => nameService),
  field('network.transport', 'udp or tcp.', ({ transport }) => layerBelow(transport)),
  field('network.type', 'ipv4 or ipv6.', ({ clientAddress }) => family(clientAddress)),
  field('network.vlan.id', 'The VLAN tag, as text.', ({ vlan }) => (vlan === 0 ? undefined : String(vlan))),
  field(
    'network.inner.vlan.id',
    'The tag within it, as text.',
    ({ facts }) => factOf(facts, 'innerVlan') ?? undefined,
  ),
  field(
    'observer.ingress.interface.name',
    "The sensor's interface.",
    ({ facts }) => factOf(facts, 'interface') ?? undefined,
  ),
  field('source.ip', 'Who asked.', ({ clientAddress }) => known(clientAddress)),
  field('source.port', 'From which port.', ({ clientPort }) => portOf(clientPort)),
  field('source.bytes', 'Bytes of the query.', ({ querySize }) => portOf(querySize)),
  field('client.ip', 'Who asked.', ({ clientAddress }) => known(clientAddress)),
  field('client.port', 'From which port.', ({ clientPort }) => portOf(clientPort)),
  field('destination.ip', 'Who was asked.', ({ serverAddress }) => known(serverAddress)),
  field('destination.port', 'At which port.', ({ serverPort }) => portOf(serverPort)),
  field('destination.bytes', 'Bytes of the response.', ({ responseSize }) => portOf(responseSize)),
  field('server.ip', 'Who was asked.', ({ serverAddress }) => known(serverAddress)),
  field('server.port', 'At which port.', ({ serverPort }) => portOf(serverPort)),
  field('dns.type', '`answer` for a whole exchange, `query` if no response came.', (query) =>
    hasResponse(query) ? 'answer' : 'query',
  ),
  field('dns.id', "The message's id, as text.", ({ messageId }) => String(messageId)),
  field('dns.op_code', 'QUERY, NOTIFY, UPDATE ...', operationName),
  field('dns.question.type', 'The type asked for.', ({ queryType }) => recordTypeName(queryType)),
  field('dns.question.class', 'IN, mostly.', ({ queryClass }) => className(queryClass)),
  ofName('dns.question.name', 'The name asked for.', ({ name }) => name),
  ofName('dns.question.registered_domain', 'The registrable domain of the name.', ({ domain }) => domain),
  ofName('dns.question.top_level_domain', 'What the registrable domain is registered below.', ({ domain }) =>
    domain?.slice(domain.indexOf('.') + 1),
  ),
  ofName('dns.question.subdomain', 'What stands before the registrable domain.', ({ name, domain }) =>
    domain === undefined || domain === name ? undefined : name.slice(0, -domain.length - 1),
  ),
  field('dns.response_code', 'NOERROR, NXDOMAIN ...', responseName),
  {
    name: 'dns.header_flags',
    holds: 'AA, TC, RD, RA, AD, CD and DO, those that are set.',
    value: ({ query }) => headerFlags(query),
    by: ({ query: { queryFlags, responseFlags, ednsFlags } }) =>
      ((queryFlags | responseFlags) & 0x0110) |
      (responseFlags & 0x06a0) |
      ((ednsFlags & ednsBits.dnssecOk) === 0 ? 0 : 1),
  },
  {
    name: 'dns.answers',
    holds: 'Records of the answer section: name, type, class, ttl, data.',
    value: ({ query }) => classedAnswers(query),
    write: listOf<ClassedRecord>([
      { name: 'name', value: ({ name }) => name },
      { name: 'type', value: ({ type }) => recordTypeName(type) },
      { name: 'class', value: ({ className }) => className },
      { name: 'ttl', value: ({ ttl }) => ttl },
      { name: 'data', value: ({ data }) => data },
    ]),
  },
  field('dns.resolved_ip', 'Addresses of the answer section.', (query) => some(answeredAddresses(query))),
  field('related.ip', 'All addresses of the exchange.', (query) => {
    const ends = [known(query.clientAddress), known(query.serverAddress)];
    return some([...new Set([...ends, ...answeredAddresses(query)])].filter((ip) => ip !== undefined));
  }),
  field('related.hosts', 'The name asked for.', ({ queryName }) => [queryName]),
  constant('observer.vendor', 'Sonde'),
  constant('observer.product', 'Sonde'),
  field(
    'observer.hostname',
    'The name of the machine, if a sensor passes it on by itself.',
    ({ sensor }) => sensor,
  ),
  field('labels.location_id', "The location's number, as text.", ({ locationId }) => locationId?.toString()),
  field('labels.agent_id', "The agent's number, as text.", ({ agentId }) => agentId?.toString()),
];

export const ecs: QueryPresentation = {
  id: 'ecs',
  title: 'Elastic Common Schema',
  published: `Elastic Common Schema ${ecsVersion}`,
  isJson: true,
  queries: nested(queryFields),
};

function field(name: string, holds: string, value: (query: SeenRow) => unknown): Field<OutgoingQuery> {
  return { name, holds, value: ({ query }) => value(query) };
}

interface ShownName {
  readonly name: string;
  readonly domain: string | undefined;
}

/** Of fields that tell of the name alone: its domain is looked up once for all of them, and they are written once for many rows. */
function ofName(
  name: string,
  holds: string,
  value: (shown: ShownName) => string | undefined,
): Field<OutgoingQuery> {
  return {
    name,
    holds,
    value: value as unknown as Field<OutgoingQuery>['value'],
    from: shownName,
    by: byName,
  };
}

function shownName({ query: { queryName: name } }: OutgoingQuery): ShownName {
  return { name, domain: registeredDomain(name) };
}

function byName({ query }: OutgoingQuery): string {
  return query.queryName;
}

export function constant(name: string, value: string | readonly string[]): Field<unknown> {
  return { name, holds: `\`${JSON.stringify(value)}\``, value: () => value, by: always };
}

/** Bits of the header (RFC 1035 section 4.1.1, RFC 4035 section 3.2), and DO of the query's OPT record. */
function headerFlags({ queryFlags, responseFlags, ednsFlags }: SeenRow): string[] {
  const either = queryFlags | responseFlags;
  const flags: [string, boolean][] = [
    ['AA', (responseFlags & 0x0400) !== 0],
    ['TC', (responseFlags & 0x0200) !== 0],
    ['RD', (either & 0x0100) !== 0],
    ['RA', (responseFlags & 0x0080) !== 0],
    ['AD', (responseFlags & 0x0020) !== 0],
    ['CD', (either & 0x0010) !== 0],
    ['DO', (ednsFlags & ednsBits.dnssecOk) !== 0],
  ];
  return flags.filter(([, isSet]) => isSet).map(([name]) => name);
}
