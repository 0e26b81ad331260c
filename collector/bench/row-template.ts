import type { Row } from '@sonde/shared/batch/row.ts';
import { encodeRow } from '@sonde/shared/batch/row-writer.ts';
import type { GeneratedQuestion } from './generated-names.ts';

/**
 * A row template is a row in the stored form in which times, addresses, ports, ids, latency and TTLs are still to be
 * set.
 */
export interface RowTemplate {
  readonly bytes: Buffer;
  /** Places of the TTLs, which count down in a cache and so differ from row to row. */
  readonly ttls: readonly number[];
}

/** Location and agent take this many bytes before each row. */
export const placeBytes = 8;

export function templateOf(question: GeneratedQuestion): RowTemplate {
  const marker = 0x5a5a_5a5a;
  const { records } = question;
  const answers = records.filter(({ section }) => section === 'answer').length;
  const row = encodeRow({
    ...constantFields,
    queryName: question.name,
    queryType: question.type,
    responseCode: question.responseCode,
    responseFlags: 0x8180 | question.responseCode,
    querySize: 28 + question.name.length,
    responseSize: 28 + question.name.length + records.reduce((sum, { data }) => sum + 12 + data.length, 0),
    answerCount: answers,
    authorityCount: records.length - answers,
    records: records.map((record) => ({ ...record, ttl: marker })),
  });
  const bytes = Buffer.concat([Buffer.alloc(placeBytes), row]);
  const ttls: number[] = [];
  const pattern = Buffer.alloc(4, 0x5a);
  for (let index = bytes.indexOf(pattern); index >= 0; index = bytes.indexOf(pattern, index + 4))
    ttls.push(index);
  return { bytes, ttls };
}

/** The fields of a row that a generated one does not vary. */
const constantFields: Omit<Row, 'queryName' | 'queryType' | 'responseCode' | 'records'> = {
  observedAt: 0,
  outcome: 'answered',
  transport: 'udp',
  nameService: 'dns',
  ednsVersion: 0,
  latency: 0,
  tcpRoundTrip: 0,
  clientAddress: '0.0.0.0',
  serverAddress: '10.0.0.53',
  clientPort: 0,
  serverPort: 53,
  messageId: 0,
  queryFlags: 0x0100,
  responseFlags: 0x8180,
  queryClass: 1,
  querySize: 0,
  responseSize: 0,
  ednsFlags: 3,
  ednsUdpSize: 1_232,
  answerCount: 0,
  authorityCount: 0,
  additionalCount: 1,
  marks: 0,
  responseUdpSize: 1_232,
  vlan: 0,
  facts: [],
  clientSubnet: '',
  extendedErrors: [],
  policyRule: '',
};
