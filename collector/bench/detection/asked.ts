import type { Row, RowRecord } from '@sonde/shared/batch/row.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';

/** An asked question is one query of a client with its answer. */
export interface Asked {
  /** Seconds since 1970. */
  readonly at: number;
  readonly client: string;
  readonly name: string;
  readonly type?: keyof typeof recordTypes;
  readonly code?: keyof typeof responseCodes;
  /** Data of the answers, of the type asked for. */
  readonly answers?: readonly string[];
  readonly ttl?: number;
  /** The zone whose SOA record denies the name. */
  readonly deniedBy?: string;
  readonly outcome?: Row['outcome'];
  readonly nameService?: Row['nameService'];
  /** What else the row has: its server, flags, class, records. */
  readonly change?: Partial<Row>;
}

/** Makes the row of a query; `number` gives port and id, so that no two queries share theirs. */
export function rowOf(asked: Asked, number: number): Row {
  const { at, client, name, type = 'A', code = 'NOERROR', answers = [], ttl = 300, deniedBy } = asked;
  const records: RowRecord[] = answers.map((data) => ({
    section: 'answer',
    name,
    type: recordTypes[type],
    ttl,
    data,
  }));
  if (deniedBy !== undefined)
    records.push({
      section: 'authority',
      name: deniedBy,
      type: recordTypes.SOA,
      ttl: 900,
      data: `ns.${deniedBy} admin.${deniedBy} 1 7200 3600 1209600 300`,
    });
  const octets = answers.reduce((sum, data) => sum + 12 + data.length, 0);
  return {
    observedAt: Math.round(at * 1e6),
    outcome: asked.outcome ?? 'answered',
    transport: 'udp',
    nameService: asked.nameService ?? 'dns',
    ednsVersion: 0,
    latency: 9_000,
    tcpRoundTrip: 0,
    clientAddress: client,
    serverAddress: '10.0.0.53',
    clientPort: 10_000 + (number % 50_000),
    serverPort: 53,
    messageId: 1 + (Math.imul(number, 40_503) & 0x7fff),
    queryFlags: 0x0100,
    responseFlags: 0x8180 | responseCodes[code],
    responseCode: asked.outcome === 'unanswered' ? 65_535 : responseCodes[code],
    queryType: recordTypes[type],
    queryClass: 1,
    querySize: 28 + name.length,
    responseSize: 28 + name.length + octets,
    ednsFlags: 3,
    ednsUdpSize: 1_232,
    answerCount: answers.length,
    authorityCount: deniedBy === undefined ? 0 : 1,
    additionalCount: 1,
    marks: 0,
    responseUdpSize: 0,
    vlan: 0,
    facts: [],
    queryName: name,
    clientSubnet: '',
    extendedErrors: [],
    policyRule: '',
    records,
    ...asked.change,
  };
}
