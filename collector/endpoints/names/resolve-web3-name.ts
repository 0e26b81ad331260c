import { nameAnswerSchema } from '@sonde/scanner/names/name-answer.ts';
import { nameKinds, readingsOf } from '@sonde/scanner/names/name-kind.ts';
import { z } from 'zod';
import { withNetwork } from '../../domain/intelligence/scan/with-network.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { askedName, type NamePorts, nameOperation } from './name-query.ts';

export const resolveWeb3Name = defineEndpoint({
  ...nameOperation,
  path: '/api/v2/web3/resolve',
  summary: 'Tell which system a name belongs to, and resolve it',
  description:
    'Ethereum Name Service, blockchain domain registry, Handshake, I2P, onion or Namecoin, and why. The name is resolved by ' +
    'the likeliest reading; `readings` has all of them.',
  response: nameAnswerSchema.extend({
    readings: z.array(z.object({ kind: z.enum(nameKinds), reason: z.string() })),
  }),
  async run({ query, signal }, ports: NamePorts) {
    const name = askedName(query);
    const readings = readingsOf(name);
    const answer = await withNetwork(ports, signal, ({ fetch }) =>
      ports.names.resolve(name, readings[0], { fetch, signal }),
    );
    return { ...answer, readings: readings.map((reading) => ({ ...reading })) };
  },
});
