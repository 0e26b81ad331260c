import { nameAnswerSchema } from '@sonde/scanner/names/name-answer.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { ensQuery, type NamePorts, nameOperation, resolveAs } from './name-query.ts';

export const resolveEnsName = defineEndpoint({
  ...nameOperation,
  path: '/api/v2/web3/ens/resolve',
  summary: 'Resolve a name of the Ethereum Name Service',
  description:
    'Names under .eth, and names of the DNS that were imported: addresses, content hash and texts, as of the block that is told. ' +
    'For an address of Ethereum its primary name, if that leads back to it.',
  query: ensQuery,
  response: nameAnswerSchema,
  run: (input, ports: NamePorts) => resolveAs('ens', input, ports),
});
