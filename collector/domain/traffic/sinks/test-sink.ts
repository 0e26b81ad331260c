import { encodeRow } from '@sonde/shared/batch/row-writer.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { UpstreamFailed } from '@sonde/shared/errors.ts';
import { deliveryKey } from '@sonde/shared/sinks/delivery.ts';
import { sinkKind } from '@sonde/shared/sinks/kinds/index.ts';
import type { Outlets } from '@sonde/shared/sinks/outlets.ts';
import type { PresentationId } from '@sonde/shared/sinks/presentation-ids.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { uuidOf } from '@sonde/shared/text/uuid-of-digest.ts';
import type { NewSink } from '../../../ports/sinks/sinks.ts';
import type { StoredQuery } from '../../../ports/traffic/query-search.ts';
import { presentations } from './presentations/index.ts';
import type { OutgoingThreat } from './presentations/presentation.ts';

export interface TestSinkPorts {
  readonly outlets: Outlets;
  readonly sinkHost: string;
  readonly clock: Clock;
}

/** Milliseconds. */
const patience = 15_000;

/** Sends one record that says that it is a test, as any other would be sent. Throws an UpstreamFailed with the reason. */
export async function testSink(
  sink: Pick<NewSink, 'name' | 'kind' | 'presentation' | 'queries' | 'config'>,
  secret: string | undefined,
  { outlets, sinkHost, clock }: TestSinkPorts,
  signal: AbortSignal,
): Promise<void> {
  const kind = sinkKind(sink.kind)!;
  const id = sink.presentation as PresentationId;
  const { isJson, queries, threats } = presentations[id];
  const now = clock.now();
  const recordId = `test-${now}`;
  const texts =
    sink.queries && queries !== undefined
      ? queries.texts({ id: recordId, query: testQuery(now), row: encodeRow(testQuery(now)) })
      : (threats?.texts(testThreat(recordId, now)) ?? []);
  const stream = sink.queries ? ('queries' as const) : ('threats' as const);
  const about = { at: now * 1_000, stream, severity: 'info', locationId: 0 } as const;
  const records = texts.map((text) => ({ id: recordId, ...about, text }));
  const payload = kind.frame(records, { config: sink.config, isJson, presentation: id, host: sinkHost });
  const batch = {
    payload,
    records: records.length,
    key: deliveryKey(sink.name, recordId, recordId),
    presentation: id,
  };
  try {
    await kind.deliver(batch, {
      name: `${sink.name}-test`,
      config: sink.config,
      secret,
      outlets,
      host: sinkHost,
      run: { id: uuidOf(`${sink.name} ${recordId}`), batches: 0, records: 0, sample: 1 },
      memory: kind.begin?.(),
      now,
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    });
  } catch (error) {
    if (signal.aborted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new UpstreamFailed(`The receiver does not take a test: ${reason}`);
  }
}

const testName = 'test.sonde.invalid';
const testClient = '192.0.2.1';

function testQuery(now: number): StoredQuery {
  return {
    observedAt: now * 1_000,
    outcome: 'answered',
    transport: 'udp',
    nameService: 'dns',
    ednsVersion: 0,
    latency: 1_000,
    tcpRoundTrip: 0,
    clientAddress: testClient,
    serverAddress: '192.0.2.53',
    clientPort: 53_053,
    serverPort: 53,
    messageId: 1,
    queryFlags: 0x0100,
    responseFlags: 0x8180,
    responseCode: 0,
    queryType: recordTypes.A,
    queryClass: 1,
    querySize: 36,
    responseSize: 52,
    ednsFlags: 0,
    ednsUdpSize: 0,
    answerCount: 1,
    authorityCount: 0,
    additionalCount: 0,
    marks: 0,
    responseUdpSize: 0,
    vlan: 0,
    facts: [],
    queryName: testName,
    clientSubnet: '',
    extendedErrors: [],
    policyRule: '',
    records: [{ section: 'answer', name: testName, type: recordTypes.A, ttl: 60, data: '192.0.2.2' }],
    locationId: 0,
    agentId: 0,
  };
}

function testThreat(id: string, now: number): OutgoingThreat {
  const at = new Date(now);
  return {
    id,
    change: 'opened',
    at,
    threat: {
      id: 0,
      locationId: 0,
      type: 'test',
      severity: 'info',
      status: 'open',
      subject: testName,
      clientAddress: testClient,
      queryName: testName,
      source: 'sonde',
      message: 'This is a test of a sink.',
      count: 1,
      firstSeenAt: at,
      lastSeenAt: at,
      resolvedAt: null,
      resolutionNote: null,
    },
  };
}
