import type { RowRecord } from '../../batch/row.ts';
import type { SeenRow } from '../../batch/seen-row.ts';
import { recordTypeName } from '../../dns/record-types.ts';
import { type Field, flat, type OutgoingQuery, type QueryPresentation } from './presentation.ts';
import { answersOf } from './shown.ts';

interface Seen {
  readonly query: SeenRow;
  readonly record: RowRecord;
}

const second = ({ query }: Seen): number => Math.floor(query.observedAt / 1_000_000);

const fields: readonly Field<Seen>[] = [
  { name: 'rrname', holds: "The record's owner.", value: ({ record }) => record.name },
  { name: 'rrtype', holds: 'Its type.', value: ({ record }) => recordTypeName(record.type) },
  { name: 'rdata', holds: 'Its data.', value: ({ record }) => record.data },
  { name: 'time_first', holds: 'When it was seen, in seconds since 1970.', value: second },
  { name: 'time_last', holds: 'The same: each line is one sight.', value: second },
  { name: 'count', holds: '1.', value: () => 1 },
  {
    name: 'sensor_id',
    holds: 'Location and agent, as `sonde-1-2`; of a sensor the name of its machine.',
    value: ({ query }) => query.sensor ?? `sonde-${query.locationId}-${query.agentId}`,
  },
];

/** This presentation has one line for each record of the answer section: receivers add up. */
export const cof: QueryPresentation = {
  id: 'cof',
  title: 'Passive DNS Common Output Format',
  published: 'draft-dulaunoy-dnsop-passive-dns-cof',
  isJson: true,
  queries: flat<OutgoingQuery, Seen>(fields, ({ query }) =>
    answersOf(query).map((record) => ({ query, record })),
  ),
};
