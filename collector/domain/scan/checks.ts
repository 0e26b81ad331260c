import { recordsScanner } from './records/scan-records.ts';
import type { Check } from './run/check.ts';
import { svcbScanner } from './svcb/scan-svcb.ts';

/** Every check of a scan, in the order in which results tell of them. */
export const checks: readonly Check[] = [
  { scanner: recordsScanner, level: 'basic', family: 'dns' },
  { scanner: svcbScanner, level: 'advanced', family: 'dns', aliases: ['https'] },
];
