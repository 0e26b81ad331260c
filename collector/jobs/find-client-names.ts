import {
  type FindClientNamesPorts,
  lookUpClients,
  takeLeases,
} from '../domain/traffic/clients/find-client-names.ts';
import { defineJob } from './define-job.ts';

export const readLeaseFiles = defineJob<FindClientNamesPorts>({
  name: 'read-lease-files',
  summary: 'Takes names of clients out of the lease files of DHCP servers.',
  everySeconds: 60,
  firstSeconds: 5,
  run: (ports) => takeLeases(ports),
});

export const lookUpClientNames = defineJob<FindClientNamesPorts>({
  name: 'look-up-client-names',
  summary: 'Asks the resolver of the network what private addresses of clients are called.',
  everySeconds: 300,
  firstSeconds: 20,
  run: (ports, signal) => lookUpClients(ports, signal),
});
