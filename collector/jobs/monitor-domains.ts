import {
  type MonitorDomainsPorts,
  monitorDomains as monitor,
} from '../domain/intelligence/scan/monitor-domains.ts';
import { defineJob } from './define-job.ts';

export const monitorDomains = defineJob<MonitorDomainsPorts & { readonly monitorIsOn: boolean }>({
  name: 'monitor-domains',
  summary: 'Scans monitored domains again when they are due, and tells of what changed.',
  everySeconds: 15,
  run: async (ports, signal) => {
    if (ports.monitorIsOn) await monitor(ports, signal);
  },
});
