import test from 'ava';
import { Pipeline } from '../../../agent/pipeline/pipeline.ts';
import { defaultPipelineOptions, type PipelineOptions } from '../../../agent/pipeline/pipeline-options.ts';
import { noFilters, noPrivacy } from '../../../sensor/rows/transaction-options.ts';
import type { Row } from '../../../shared/batch/row.ts';
import { marks } from '../../../shared/batch/row-layout.ts';
import { decodeRows } from '../../../shared/batch/row-reader.ts';
import { frame, ip, udp } from '../../support/packets/network.ts';
import { unaccounted } from '../../support/packets/run-pipeline.ts';
import { exchanges, startTime } from '../../support/packets/transactions.ts';

const list = exchanges(40);
const same = { filters: noFilters, sampling: 1, privacy: noPrivacy };

/** A pipeline with the means to send it a query or a response of the list. */
function started(options: Partial<PipelineOptions> = {}) {
  const rows: Row[] = [];
  const pipeline = new Pipeline(
    { ...defaultPipelineOptions, ...options },
    { rows: (bytes) => rows.push(...decodeRows(bytes)) },
  );
  const send = (bytes: Buffer, time: number): void =>
    pipeline.packet(bytes, 0, bytes.length, bytes.length, startTime + time, 1);
  return {
    rows,
    pipeline,
    ask: (index: number, time: number) =>
      send(frame(ip(list[index]!.client, 17, udp(list[index]!.client, list[index]!.query))), time),
    tell: (index: number, time: number) =>
      send(frame(ip(list[index]!.server, 17, udp(list[index]!.server, list[index]!.response))), time),
  };
}

test('rows so far are handed out as they were treated, later ones are treated anew', (t) => {
  const { rows, pipeline, ask, tell } = started();
  ask(0, 0);
  tell(0, 10);
  pipeline.configure({ ...same, privacy: { ...noPrivacy, clientPrefixV4: 16, nameLabels: 1 } });
  t.is(rows.length, 1);
  t.is(rows[0]?.marks, 0);
  ask(1, 20);
  tell(1, 30);
  pipeline.end();
  t.like(rows[1], {
    clientAddress: '192.0.0.0',
    queryName: 'com',
    marks: marks.clientTruncated | marks.nameMinimised,
  });
});

test('a query that waits gets its response under filters and sampling that would refuse it', (t) => {
  for (const change of [{ filters: { ...noFilters, denySuffixes: ['com'] } }, { sampling: 1_000_000_007 }]) {
    const { rows, pipeline, ask, tell } = started();
    ask(0, 0);
    ask(1, 0);
    pipeline.configure({ ...same, ...change });
    tell(0, 4_000_000);
    ask(2, 4_000_001);
    tell(2, 4_000_002);
    tell(1, 9_000_000);
    pipeline.end();
    t.deepEqual(
      rows.map(({ outcome }) => outcome),
      ['answered', 'unanswered'],
    );
    const counters = pipeline.counters();
    t.is(unaccounted(counters), 0);
    t.is(counters.messages_filtered + counters.messages_sampled, 3);
  }
});

test('filters that are lifted let new messages through', (t) => {
  const { rows, pipeline, ask, tell } = started({ filters: { ...noFilters, denySuffixes: ['com'] } });
  ask(0, 0);
  tell(0, 10);
  pipeline.configure(same);
  ask(1, 20);
  tell(1, 30);
  pipeline.end();
  t.is(rows.length, 1);
  t.is(pipeline.counters().messages_filtered, 2);
});

test('options that are not sound change nothing', (t) => {
  const { rows, pipeline, ask, tell } = started();
  t.throws(() => pipeline.configure({ ...same, filters: { ...noFilters, denyClients: ['nowhere'] } }), {
    instanceOf: RangeError,
  });
  t.throws(
    () => pipeline.configure({ ...same, privacy: { ...noPrivacy, pseudonymKey: new Uint8Array(3) } }),
    { instanceOf: RangeError },
  );
  ask(0, 0);
  tell(0, 10);
  pipeline.end();
  t.is(rows[0]?.marks, 0);
});
