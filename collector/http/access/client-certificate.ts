import type { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { ClientProof } from '../../domain/people/access/caller.ts';
import type { ClientCertificates } from '../../domain/serving/clients/client-certificates.ts';
import type { Counter } from '../../ports/system/metrics.ts';
import type { TrustedProxies } from '../client-address.ts';

/** A function of this type finds out what a connection proves of an agent's key beside its being sent. */
export type ProveClient = (socket: Socket, keyId: number) => ClientProof;

/**
 * Prepares the look at certificates of agents. Who comes by a Unix socket is on this machine and needs none, unless proxies do
 * and others come through them.
 */
export function clientProof(
  certificates: Pick<ClientCertificates, 'mode' | 'judge'>,
  trusted: TrustedProxies,
  judged: Counter<'outcome'>,
): ProveClient {
  /** Reading it off a connection makes it anew each time. */
  const ofSockets = new WeakMap<TLSSocket, X509Certificate>();
  const required = certificates.mode === 'required';
  const certificateOf = (socket: Socket): X509Certificate | undefined => {
    if (!(socket instanceof TLSSocket)) return undefined;
    const known = ofSockets.get(socket) ?? socket.getPeerX509Certificate();
    if (known !== undefined) ofSockets.set(socket, known);
    return known;
  };
  return (socket, keyId) => {
    const isLocal = socket.remoteAddress === undefined && !socket.destroyed && !trusted.trustsPeer(undefined);
    const state = isLocal ? 'local' : certificates.judge(certificateOf(socket), keyId);
    judged.add(1, { outcome: state });
    return { state, required };
  };
}
