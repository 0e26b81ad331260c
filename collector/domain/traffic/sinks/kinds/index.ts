import type { SinkKind } from '@sonde/shared/sinks/define-sink.ts';
import { commonSinkKinds } from '@sonde/shared/sinks/kinds/index.ts';
import { mqtt } from './mqtt.ts';
import { nats } from './nats.ts';
import { s3 } from './s3.ts';
import { sonde } from './sonde.ts';

/** The table lists the kinds of receivers, in the order of the documentation. */
export const sinkKinds: readonly SinkKind[] = [...commonSinkKinds, nats, mqtt, s3, sonde];

export function sinkKind(id: string): SinkKind | undefined {
  return sinkKinds.find((kind) => kind.id === id);
}
