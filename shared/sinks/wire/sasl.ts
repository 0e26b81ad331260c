import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { DeliveryError } from '../define-sink.ts';
import type { SaslExchange } from './kafka-client.ts';

const derive = promisify(pbkdf2);
/** A server that asks for more rounds than that holds the collector up. */
const mostRounds = 100_000;
/** RFC 7677 section 4. */
const leastRounds = 4_096;

interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** SASL PLAIN (RFC 4616). */
export function plain({ user, password }: Credentials): SaslExchange {
  return {
    next: async (answer) => (answer === undefined ? Buffer.from(`\0${user}\0${password}`) : undefined),
  };
}

/** SCRAM (RFC 5802) without channel binding: neither side shows the password, and both prove that they know it. */
export function scram(
  hash: 'sha256' | 'sha512',
  { user, password }: Credentials,
  nonce = randomBytes(18).toString('base64'),
): SaslExchange {
  const first = `n=${user.replaceAll('=', '=3D').replaceAll(',', '=2C')},r=${nonce}`;
  const mac = (key: Uint8Array, text: string) => createHmac(hash, key).update(text).digest();
  let serverSignature: Buffer | undefined;
  return {
    next: async (answer) => {
      if (answer === undefined) return Buffer.from(`n,,${first}`);
      const said = attributes(answer.toString('utf8'));
      if (serverSignature !== undefined) {
        const shown = Buffer.from(said.v ?? '', 'base64');
        if (shown.length !== serverSignature.length || !timingSafeEqual(shown, serverSignature))
          throw new DeliveryError(
            'The broker does not know the password either: it is not the one that is meant.',
          );
        return undefined;
      }
      const { r = '', s = '', i = '' } = said;
      const rounds = Number(i);
      if (!r.startsWith(nonce) || r === nonce || !(rounds >= leastRounds && rounds <= mostRounds))
        throw new DeliveryError('The broker answers what is no SCRAM.');
      const length = hash === 'sha256' ? 32 : 64;
      const salted = await derive(password.normalize('NFKC'), Buffer.from(s, 'base64'), rounds, length, hash);
      const clientKey = mac(salted, 'Client Key');
      const bare = `c=biws,r=${r}`;
      const all = `${first},${answer.toString('utf8')},${bare}`;
      const signature = mac(createHash(hash).update(clientKey).digest(), all);
      const proof = Buffer.from(clientKey.map((octet, index) => octet ^ signature[index]!));
      serverSignature = mac(mac(salted, 'Server Key'), all);
      return Buffer.from(`${bare},p=${proof.toString('base64')}`);
    },
  };
}

function attributes(text: string): Record<string, string> {
  return Object.fromEntries(text.split(',').map((part) => [part.slice(0, 1), part.slice(2)]));
}
