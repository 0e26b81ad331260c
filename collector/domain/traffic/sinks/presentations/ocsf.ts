import type { Outcome } from '@sonde/shared/batch/row-layout.ts';
import { recordTypeName } from '@sonde/shared/dns/record-types.ts';
import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { StoredQuery } from '../../../../ports/traffic/query-search.ts';
import { always, listOf } from './json-writer.ts';
import {
  type Field,
  nested,
  type OutgoingQuery,
  type OutgoingThreat,
  type Presentation,
  type ThreatChange,
} from './presentation.ts';
import {
  type ClassedRecord,
  classedAnswers,
  className,
  hasResponse,
  known,
  layerBelow,
  milliseconds,
  operationCode,
  operationName,
  portOf,
  responseName,
} from './shown.ts';

const ocsfVersion = '1.3.0';
const product = { name: 'Sonde', vendor_name: 'Sonde' };
const dnsActivity = 4_003;
const detectionFinding = 2_004;

/** 1 Informational to 5 Critical. */
const severities: Readonly<Record<Severity, number>> = { info: 1, low: 2, medium: 3, high: 4, critical: 5 };
/** 1 Query, 2 Response, 6 Traffic: both. */
const activities = { answered: 6, unanswered: 1, orphan: 2 } as const;
const activityNames = { answered: 'Traffic', unanswered: 'Query', orphan: 'Response' } as const;
/** 1 Create, 2 Update, 3 Close. */
const findings: Readonly<Record<ThreatChange, number>> = { opened: 1, worsened: 2, reopened: 2, resolved: 3 };
const findingNames = ['Unknown', 'Create', 'Update', 'Close'];

const queryFields: readonly Field<OutgoingQuery>[] = [
  ofOutcome('class_uid', '4003.', () => dnsActivity),
  ofOutcome('class_name', 'DNS Activity.', () => 'DNS Activity'),
  ofOutcome('category_uid', '4, Network Activity.', () => 4),
  ofOutcome(
    'activity_id',
    '6 for a whole exchange, 1 without a response, 2 without a query.',
    (outcome) => activities[outcome],
  ),
  ofOutcome('activity_name', 'Traffic, Query or Response.', (outcome) => activityNames[outcome]),
  ofOutcome(
    'type_uid',
    'Class times 100, and the activity.',
    (outcome) => dnsActivity * 100 + activities[outcome],
  ),
  ofOutcome('severity_id', '1, Informational.', () => 1),
  field('status_id', '1 for NOERROR, 2 for other codes, 0 without a response.', (query) =>
    !hasResponse(query) ? 0 : query.responseCode === 0 ? 1 : 2,
  ),
  field('time', 'When the query was seen, in milliseconds since 1970.', ({ observedAt }) =>
    milliseconds(observedAt),
  ),
  field('query_time', 'The same, if a query was seen.', ({ observedAt, outcome }) =>
    outcome === 'orphan' ? undefined : milliseconds(observedAt),
  ),
  field('response_time', 'When the response was seen.', ({ observedAt, outcome, latency }) =>
    outcome === 'unanswered' ? undefined : milliseconds(observedAt + latency),
  ),
  field('duration', 'Milliseconds from query to response.', ({ outcome, latency }) =>
    outcome === 'answered' && latency > 0 ? Math.round(latency / 1_000) : undefined,
  ),
  { name: 'metadata.version', holds: 'Of the schema.', value: () => ocsfVersion, by: always },
  { name: 'metadata.product', holds: 'Name and vendor.', value: () => product, by: always },
  { name: 'metadata.uid', holds: 'Of the row; the same at each attempt.', value: ({ id }) => id },
  field('query.hostname', 'The name asked for.', ({ queryName }) => queryName),
  field('query.type', 'The type asked for.', ({ queryType }) => recordTypeName(queryType)),
  field('query.class', 'IN, mostly.', ({ queryClass }) => className(queryClass)),
  field('query.opcode_id', 'The operation code.', ({ queryFlags, responseFlags }) =>
    operationCode(queryFlags | responseFlags),
  ),
  field('query.opcode', 'Its name.', operationName),
  field('query.packet_uid', "The message's id.", ({ messageId }) => portOf(messageId)),
  {
    name: 'answers',
    holds: 'Records of the answer section: rdata, ttl, type, class.',
    value: ({ query }) => classedAnswers(query),
    write: listOf<ClassedRecord>([
      { name: 'rdata', value: ({ data }) => data },
      { name: 'ttl', value: ({ ttl }) => ttl },
      { name: 'type', value: ({ type }) => recordTypeName(type) },
      { name: 'class', value: ({ className }) => className },
    ]),
  },
  field('rcode_id', 'The response code, 99 for one that the schema has no number for.', (query) =>
    hasResponse(query) ? responseId(query.responseCode) : undefined,
  ),
  field('rcode', 'Its name.', responseName),
  field('src_endpoint.ip', 'Who asked.', ({ clientAddress }) => known(clientAddress)),
  field('src_endpoint.port', 'From which port.', ({ clientPort }) => portOf(clientPort)),
  field('dst_endpoint.ip', 'Who was asked.', ({ serverAddress }) => known(serverAddress)),
  field('dst_endpoint.port', 'At which port.', ({ serverPort }) => portOf(serverPort)),
  field('connection_info.protocol_name', 'udp or tcp.', ({ transport }) => layerBelow(transport)),
  field('connection_info.direction_id', '0, Unknown.', () => 0),
  field('unmapped.location_id', "The location's number.", ({ locationId }) => locationId),
  field('unmapped.agent_id', "The agent's number.", ({ agentId }) => agentId),
];

const threatFields: readonly Field<OutgoingThreat>[] = [
  { name: 'class_uid', holds: '2004.', value: () => detectionFinding },
  { name: 'class_name', holds: 'Detection Finding.', value: () => 'Detection Finding' },
  { name: 'category_uid', holds: '2, Findings.', value: () => 2 },
  {
    name: 'activity_id',
    holds: '1 when it is opened, 3 when it is resolved, 2 otherwise.',
    value: ({ change }) => findings[change],
  },
  {
    name: 'activity_name',
    holds: 'Create, Update or Close.',
    value: ({ change }) => findingNames[findings[change]],
  },
  {
    name: 'type_uid',
    holds: 'Class times 100, and the activity.',
    value: ({ change }) => detectionFinding * 100 + findings[change],
  },
  {
    name: 'severity_id',
    holds: '1 Informational to 5 Critical.',
    value: ({ threat }) => severities[threat.severity],
  },
  {
    name: 'status_id',
    holds: '1 New, 2 In Progress (somebody takes care of it), 4 Resolved.',
    value: ({ threat }) => (threat.status === 'resolved' ? 4 : threat.owner === undefined ? 1 : 2),
  },
  { name: 'time', holds: 'When it changed, in milliseconds since 1970.', value: ({ at }) => at.getTime() },
  {
    name: 'start_time',
    holds: 'When it was seen first.',
    value: ({ threat }) => threat.firstSeenAt.getTime(),
  },
  { name: 'end_time', holds: 'When it was seen last.', value: ({ threat }) => threat.lastSeenAt.getTime() },
  { name: 'count', holds: 'Queries that it was seen in.', value: ({ threat }) => threat.count },
  { name: 'message', holds: 'One sentence.', value: ({ threat }) => threat.message },
  {
    name: 'comment',
    holds: 'What was said when it was resolved.',
    value: ({ threat }) => threat.resolutionNote ?? undefined,
  },
  { name: 'metadata.version', holds: 'Of the schema.', value: () => ocsfVersion },
  { name: 'metadata.product', holds: 'Name and vendor.', value: () => product },
  { name: 'metadata.uid', holds: 'Of the change; the same at each attempt.', value: ({ id }) => id },
  {
    name: 'finding_info.uid',
    holds: "The threat's number, as text: the same for all its changes.",
    value: ({ threat }) => String(threat.id),
  },
  {
    name: 'finding_info.title',
    holds: 'Type and subject.',
    value: ({ threat }) => `${threat.type}: ${threat.subject}`,
  },
  { name: 'finding_info.desc', holds: 'One sentence.', value: ({ threat }) => threat.message },
  { name: 'finding_info.types', holds: 'The type of threat.', value: ({ threat }) => [threat.type] },
  {
    name: 'finding_info.first_seen_time',
    holds: 'When it was seen first.',
    value: ({ threat }) => threat.firstSeenAt.getTime(),
  },
  {
    name: 'finding_info.last_seen_time',
    holds: 'When it was seen last.',
    value: ({ threat }) => threat.lastSeenAt.getTime(),
  },
  {
    name: 'finding_info.analytic',
    holds: 'The list or detector that knew it.',
    value: ({ threat }) => ({ name: threat.source, type_id: 1, type: 'Rule' }),
  },
  {
    name: 'finding_info.attacks',
    holds: 'The MITRE ATT&CK technique, if known.',
    value: ({ threat }) => threat.technique && [attackOf(threat.technique)],
  },
  {
    name: 'evidences',
    holds: 'The name asked for last, and who asked.',
    value: ({ threat }) => [
      { query: { hostname: threat.queryName }, src_endpoint: { ip: threat.clientAddress } },
    ],
  },
  { name: 'unmapped.location_id', holds: "The location's number.", value: ({ threat }) => threat.locationId },
  { name: 'unmapped.subject', holds: 'What the threat is about.', value: ({ threat }) => threat.subject },
];

export const ocsf: Presentation = {
  id: 'ocsf',
  title: 'OCSF',
  published: `Open Cybersecurity Schema Framework ${ocsfVersion}: DNS Activity (4003), Detection Finding (2004)`,
  isJson: true,
  queries: nested(queryFields),
  threats: nested(threatFields),
};

function field(name: string, holds: string, value: (query: StoredQuery) => unknown): Field<OutgoingQuery> {
  return { name, holds, value: ({ query }) => value(query) };
}

/** Of fields that are the same for all queries with one outcome. */
function ofOutcome(name: string, holds: string, value: (outcome: Outcome) => unknown): Field<OutgoingQuery> {
  return { name, holds, value: ({ query }) => value(query.outcome), by: byOutcome };
}

function byOutcome({ query }: OutgoingQuery): string {
  return query.outcome;
}

function responseId(code: number): number {
  return code <= 11 || (code >= 16 && code <= 23) ? code : 99;
}

function attackOf(technique: string): object {
  const whole = { uid: technique.replace(/\..*/, '') };
  return technique.includes('.')
    ? { technique: whole, sub_technique: { uid: technique } }
    : { technique: whole };
}
