import type { SinkKind } from '../define-sink.ts';
import { elasticsearch } from './elasticsearch.ts';
import { files } from './files.ts';
import { http } from './http.ts';
import { kafka } from './kafka.ts';
import { loki } from './loki.ts';
import { otlp } from './otlp.ts';
import { splunk } from './splunk.ts';
import { syslog } from './syslog.ts';

/** The common kinds are the receivers that sensors and the collector pass on to alike, in the order of the documentation. */
export const commonSinkKinds: readonly SinkKind[] = [
  files,
  syslog,
  http,
  elasticsearch,
  splunk,
  loki,
  otlp,
  kafka,
];
