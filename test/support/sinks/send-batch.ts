import { createOutlets } from '../../../collector/start/parts/create-outlets.ts';
import type { OutgoingRecord } from '../../../shared/sinks/define-sink.ts';
import { sinkKind } from '../../../shared/sinks/kinds/index.ts';
import type { Outlets } from '../../../shared/sinks/outlets.ts';
import type { PresentationId } from '../../../shared/sinks/presentation-ids.ts';
import { type Ending, temporaryDirectory } from '../temporary-directory.ts';

/** Microseconds since 1970. */
export const outgoingAt = 1_764_000_000_123_456;

export const outgoing: readonly OutgoingRecord[] = [
  outgoingRecord('b-0', '{"query_name":"ä.example"}'),
  { ...outgoingRecord('b-1', '{"query_name":"b.example"}'), at: outgoingAt + 1, locationId: 2 },
  { ...outgoingRecord('threat-1', '{"threat_type":"x"}'), stream: 'threats', severity: 'high' },
];

export function outgoingRecord(id: string, text: string): OutgoingRecord {
  return { id, at: outgoingAt, stream: 'queries', severity: 'info', locationId: 1, text };
}

interface Sending {
  readonly records?: readonly OutgoingRecord[];
  readonly presentation?: PresentationId;
  readonly key?: string;
  readonly parquet?: Outlets['parquet'];
  readonly milliseconds?: number;
  /** Kept from batch to batch. */
  readonly memory?: unknown;
  /** In place of the records. */
  readonly payload?: Uint8Array;
}

/** Frames and delivers, over the real ways out. */
export async function sendBatch(
  t: Ending,
  id: string,
  config: object,
  secret?: string,
  allowed = ['127.0.0.0/8'],
  {
    records = outgoing,
    presentation = 'json',
    key = 'the-key',
    parquet,
    milliseconds = 20_000,
    memory = sinkKind(id)!.begin?.(),
    payload: framed,
  }: Sending = {},
) {
  const kind = sinkKind(id)!;
  const parsed = kind.config.parse(config);
  const host = 'collector.example';
  const isJson = presentation !== 'cef' && presentation !== 'rows';
  const payload = framed ?? kind.frame(records, { config: parsed, isJson, presentation, host });
  const unable = async () => {
    throw new Error('There is no store here.');
  };
  const outlets = createOutlets({ allowedNetworks: allowed }, await temporaryDirectory(t), parquet ?? unable);
  const batch = { payload, records: records.length, key, presentation };
  const signal = AbortSignal.timeout(milliseconds);
  const run = { id: '0190a0a0-0000-7000-8000-000000000001', batches: 0, records: 0, sample: 1 };
  const about = { name: 'sink', config: parsed, secret, outlets, host, run, memory };
  return await kind.deliver(batch, { ...about, now: Date.now(), signal });
}
