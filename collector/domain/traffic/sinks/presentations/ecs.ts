import { factOf } from '@sonde/shared/batch/row-facts.ts';
import { ednsFlags as ednsBits } from '@sonde/shared/batch/row-layout.ts';
import { recordTypeName } from '@sonde/shared/dns/record-types.ts';
import type { Severity } from '@sonde/shared/schemas/severity.ts';
import { isoMicroseconds } from '@sonde/shared/text/iso-microseconds.ts';
import type { StoredQuery } from '../../../../ports/traffic/query-search.ts';
import { always, listOf } from './json-writer.ts';
import {
  type Field,
  nested,
  type OutgoingQuery,
  type OutgoingThreat,
  type Presentation,
} from './presentation.ts';
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

const ecsVersion = '8.11.0';

/** Elastic's own rules score severities so. */
const scores: Readonly<Record<Severity, number>> = { info: 1, low: 21, medium: 47, high: 73, critical: 99 };

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
  ofName('dns.question.name', 'The name asked for.', (name) => name),
  ofName('dns.question.registered_domain', 'The registrable domain of the name.', registeredDomain),
  ofName('dns.question.top_level_domain', 'What the registrable domain is registered below.', (name) =>
    registeredDomain(name)?.replace(/^[^.]*\./, ''),
  ),
  ofName('dns.question.subdomain', 'What stands before the registrable domain.', (name) => {
    const domain = registeredDomain(name);
    return domain === undefined || domain === name ? undefined : name.slice(0, -domain.length - 1);
  }),
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
  field('labels.location_id', "The location's number, as text.", ({ locationId }) => String(locationId)),
  field('labels.agent_id', "The agent's number, as text.", ({ agentId }) => String(agentId)),
];

const threatFields: readonly Field<OutgoingThreat>[] = [
  { name: '@timestamp', holds: 'When the threat changed.', value: ({ at }) => at.toISOString() },
  constant('ecs.version', ecsVersion),
  { name: 'event.id', holds: 'Of the change; the same at each attempt.', value: ({ id }) => id },
  constant('event.kind', 'alert'),
  constant('event.category', ['intrusion_detection', 'network']),
  constant('event.type', ['info']),
  constant('event.module', 'sonde'),
  constant('event.dataset', 'sonde.threat'),
  {
    name: 'event.action',
    holds: '`threat-opened`, `threat-worsened`, `threat-resolved` or `threat-reopened`.',
    value: ({ change }) => `threat-${change}`,
  },
  {
    name: 'event.severity',
    holds: '1, 21, 47, 73 or 99 for info to critical.',
    value: ({ threat }) => scores[threat.severity],
  },
  {
    name: 'event.start',
    holds: 'When it was seen first.',
    value: ({ threat }) => threat.firstSeenAt.toISOString(),
  },
  {
    name: 'event.end',
    holds: 'When it was seen last.',
    value: ({ threat }) => threat.lastSeenAt.toISOString(),
  },
  { name: 'message', holds: 'One sentence.', value: ({ threat }) => threat.message },
  { name: 'rule.name', holds: 'The type of threat.', value: ({ threat }) => threat.type },
  { name: 'rule.ruleset', holds: 'The list or detector that knew it.', value: ({ threat }) => threat.source },
  { name: 'rule.uuid', holds: "The threat's number, as text.", value: ({ threat }) => String(threat.id) },
  { name: 'source.ip', holds: 'Who asked last.', value: ({ threat }) => known(threat.clientAddress) },
  { name: 'dns.question.name', holds: 'The name asked for last.', value: ({ threat }) => threat.queryName },
  {
    name: 'dns.question.registered_domain',
    holds: 'Its registrable domain.',
    value: ({ threat }) => registeredDomain(threat.queryName),
  },
  {
    name: 'threat.framework',
    holds: '`MITRE ATT&CK` if a technique is known.',
    value: ({ threat }) => threat.technique && 'MITRE ATT&CK',
  },
  {
    name: 'threat.technique.id',
    holds: 'The technique, without its part.',
    value: ({ threat }) => threat.technique && [threat.technique.replace(/\..*/, '')],
  },
  {
    name: 'threat.technique.subtechnique.id',
    holds: 'The technique with its part, if it has one.',
    value: ({ threat }) => (threat.technique?.includes('.') === true ? [threat.technique] : undefined),
  },
  constant('observer.vendor', 'Sonde'),
  constant('observer.product', 'Sonde'),
  {
    name: 'labels.severity',
    holds: 'info, low, medium, high or critical.',
    value: ({ threat }) => threat.severity,
  },
  { name: 'labels.status', holds: 'open or resolved.', value: ({ threat }) => threat.status },
  { name: 'labels.subject', holds: 'What the threat is about.', value: ({ threat }) => threat.subject },
  {
    name: 'labels.location_id',
    holds: "The location's number, as text.",
    value: ({ threat }) => String(threat.locationId),
  },
];

export const ecs: Presentation = {
  id: 'ecs',
  title: 'Elastic Common Schema',
  published: `Elastic Common Schema ${ecsVersion}`,
  isJson: true,
  queries: nested(queryFields),
  threats: nested(threatFields),
};

function field(name: string, holds: string, value: (query: StoredQuery) => unknown): Field<OutgoingQuery> {
  return { name, holds, value: ({ query }) => value(query) };
}

/** Of fields that tell of the name alone: it is looked up once for many rows. */
function ofName(
  name: string,
  holds: string,
  value: (queryName: string) => string | undefined,
): Field<OutgoingQuery> {
  return { name, holds, value: ({ query }) => value(query.queryName), by: byName };
}

function byName({ query }: OutgoingQuery): string {
  return query.queryName;
}

function constant(name: string, value: string | readonly string[]): Field<unknown> {
  return { name, holds: `\`${JSON.stringify(value)}\``, value: () => value, by: always };
}

/** Bits of the header (RFC 1035 section 4.1.1, RFC 4035 section 3.2), and DO of the query's OPT record. */
function headerFlags({ queryFlags, responseFlags, ednsFlags }: StoredQuery): string[] {
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
