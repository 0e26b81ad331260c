import type { Outcome } from '../../batch/row-layout.ts';
import type { SeenRow } from '../../batch/seen-row.ts';
import { recordTypeName } from '../../dns/record-types.ts';
import { always, listOf } from './json-writer.ts';
import { type Field, nested, type OutgoingQuery, type QueryPresentation } from './presentation.ts';
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

export const ocsfVersion = '1.3.0';
export const product = { name: 'Sonde', vendor_name: 'Sonde' };
const dnsActivity = 4_003;

/** 1 Query, 2 Response, 6 Traffic: both. */
const activities = { answered: 6, unanswered: 1, orphan: 2 } as const;
const activityNames = { answered: 'Traffic', unanswered: 'Query', orphan: 'Response' } as const;

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
  field(
    'unmapped.sensor',
    'The name of the machine, if a sensor passes it on by itself.',
    ({ sensor }) => sensor,
  ),
];

export const ocsf: QueryPresentation = {
  id: 'ocsf',
  title: 'OCSF',
  published: `Open Cybersecurity Schema Framework ${ocsfVersion}: DNS Activity (4003), Network Activity (4001), Detection Finding (2004)`,
  isJson: true,
  queries: nested(queryFields),
};

function field(name: string, holds: string, value: (query: SeenRow) => unknown): Field<OutgoingQuery> {
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
