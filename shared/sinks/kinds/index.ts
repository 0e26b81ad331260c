import type { SinkKind } from '../define-sink.ts';
import { elasticsearch } from './elasticsearch.ts';
import { files } from './files.ts';
import { http } from './http.ts';
import { kafka } from './kafka.ts';
import { loki } from './loki.ts';
import { mqtt } from './mqtt.ts';
import { nats } from './nats.ts';
import { otlp } from './otlp.ts';
import { s3 } from './s3.ts';
import { sonde } from './sonde.ts';
import { splunk } from './splunk.ts';
import { syslog } from './syslog.ts';

/** The table lists the kinds of receivers that sensors and the collector pass on to, in the order of the documentation. */
export const sinkKinds: readonly SinkKind[] = [
  files,
  syslog,
  http,
  elasticsearch,
  splunk,
  loki,
  otlp,
  kafka,
  nats,
  mqtt,
  s3,
  sonde,
];

export function sinkKind(id: string): SinkKind | undefined {
  return sinkKinds.find((kind) => kind.id === id);
}
