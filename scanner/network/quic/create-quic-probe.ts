import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { Random } from '@sonde/shared/system/random.ts';
import type { QuicProbe, QuicTarget } from '../../ports/quic-probe.ts';
import { ProbeError } from '../../ports/tls-session.ts';
import type { AddressPolicy } from '../address-policy.ts';
import { decodeVersions, encodeProbe } from './version-packet.ts';

/** Milliseconds after which a datagram that may have been lost is sent again, and after which nothing is expected any more. */
const resendAfter = 600;
const patience = 1_800;
const identifierBytes = 8;

/** Asks servers for their versions of QUIC. There is no handshake: this runtime has no QUIC of its own. */
export function createQuicProbe({ policy, random }: { policy: AddressPolicy; random: Random }): QuicProbe {
  return {
    versions: async (target) => {
      if (!policy.permits(target.address)) {
        throw new ProbeError('refused_by_policy', `${target.address} must not be connected to.`);
      }
      return ask(target, random.bytes(identifierBytes), random.bytes(identifierBytes));
    },
  };
}

function ask(
  { address, port, signal }: QuicTarget,
  destination: Uint8Array,
  source: Uint8Array,
): Promise<readonly number[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>();
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  const packet = encodeProbe(destination, source);
  const send = () => socket.send(packet);
  const fail = (failure: 'timeout' | 'refused' | 'unreachable', message: string) =>
    reject(new ProbeError(failure, `${address} port ${port}: ${message}`));
  const onAbort = () => fail('timeout', 'the time was over.');
  socket.on('message', (message) => {
    const versions = decodeVersions(message, destination, source);
    if (versions !== undefined) resolve(versions);
  });
  socket.on('error', (error: NodeJS.ErrnoException) =>
    fail(error.code === 'ECONNREFUSED' ? 'refused' : 'unreachable', error.message),
  );
  // Connected, so that the system tells of a closed port.
  socket.connect(port, address, send);
  const resend = setTimeout(send, resendAfter);
  const timer = setTimeout(() => fail('timeout', 'nothing of QUIC came back.'), patience);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  return promise.finally(() => {
    clearTimeout(resend);
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    socket.close();
  });
}
