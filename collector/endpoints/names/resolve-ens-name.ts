import { nameAnswerSchema } from '@sonde/scanner/names/name-answer.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { ensQuery, type NamePorts, nameOperation, resolveAs } from './name-query.ts';

export const resolveEnsName = defineEndpoint({
  ...nameOperation,
  path: '/api/v2/web3/ens/resolve',
  summary: 'Resolve a name of the Ethereum Name Service',
  description:
    'Resolves names under .eth, and imported DNS names. Returns addresses, content hash and texts ' +
    'as of the block in the answer. For an Ethereum address, returns its primary name if that ' +
    'name points back to the address.',
  query: ensQuery,
  response: nameAnswerSchema,
  run: (input, ports: NamePorts) => resolveAs('ens', input, ports),
});
