import {
  type RecordOriginsPorts,
  recordOrigins as record,
} from '../domain/intelligence/addresses/origins/record-origins.ts';
import { defineJob } from './define-job.ts';

export const recordOrigins = defineJob<RecordOriginsPorts>({
  name: 'record-origins',
  summary:
    'Compares each table of routes with the one before it, and keeps which prefixes changed their origins.',
  everySeconds: 30,
  firstSeconds: 10,
  run: record,
});
