import {
  type JudgeCertificatesPorts,
  judgeCertificates as judge,
} from '../domain/intelligence/transparency/watch/judge-certificates.ts';
import { defineJob } from './define-job.ts';

export const judgeCertificates = defineJob<JudgeCertificatesPorts>({
  name: 'judge-certificates',
  summary:
    'Judges certificates out of logs that concern watched domains: those for them, and those for their look-alikes.',
  everySeconds: 3,
  run: judge,
});
