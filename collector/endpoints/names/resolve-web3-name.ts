import { type NameAnswer, nameAnswerSchema } from '@sonde/scanner/names/name-answer.ts';
import { nameKinds, type Reading, readingsOf } from '@sonde/scanner/names/name-kind.ts';
import { DomainError } from '@sonde/shared/errors.ts';
import { z } from 'zod';
import { withNetwork } from '../../domain/intelligence/scan/with-network.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { agreementQuery, askedName, type NamePorts, nameOperation, wishesOf } from './name-query.ts';

const readingSchema = nameAnswerSchema
  .pick({ valid: true, remark: true, hash: true, resolved: true, sources: true, errors: true })
  .extend({ kind: z.enum(nameKinds), reason: z.string() });

export const resolveWeb3Name = defineEndpoint({
  ...nameOperation,
  path: '/api/v2/web3/resolve',
  summary: 'Tell which system a name belongs to, and resolve it',
  description:
    'Ethereum Name Service, blockchain domain registry, Handshake, I2P, onion or Namecoin, and why. A name that may belong to ' +
    'several is resolved in each: the answer is that of the likeliest, `readings` has all of them, and a gateway that fails ' +
    'for another than the likeliest stands in the errors of its reading.',
  query: agreementQuery,
  response: nameAnswerSchema.extend({ readings: z.array(readingSchema) }),
  async run({ query, signal }, ports: NamePorts) {
    const name = askedName(query);
    const wishes = wishesOf(query);
    const [likeliest, ...others] = readingsOf(name);
    return withNetwork(ports, signal, async ({ fetch }) => {
      const resolve = (reading: Reading) => ports.names.resolve(name, reading, { fetch, signal }, wishes);
      const [answer, ...rest] = await Promise.all([
        resolve(likeliest),
        ...others.map((reading) =>
          resolve(reading).then(readingOf, (error) => failedReading(reading, error)),
        ),
      ]);
      return { ...answer, readings: [readingOf(answer), ...rest] };
    });
  },
});

function readingOf({ kind, reason, valid, remark, hash, resolved, sources, errors }: NameAnswer) {
  return { kind, reason, valid, remark, hash, resolved, sources, errors };
}

function failedReading({ kind, reason }: Reading, error: unknown): ReturnType<typeof readingOf> {
  if (!(error instanceof DomainError)) throw error;
  const errors = [{ source: kind, code: error.code, message: error.message }];
  return { kind, reason, valid: true, remark: null, hash: null, resolved: null, sources: [], errors };
}
