import { createSecureContext, getCACertificates, type SecureContext, type SecureVersion } from 'node:tls';
import { ProbeError, type TlsProbe, type TlsTarget } from '../../ports/tls-session.ts';
import type { AddressPolicy } from '../address-policy.ts';
import { PerHostTurns } from '../per-host-turns.ts';
import { shakeHands } from './shake-hands.ts';

export interface TlsProbeParts {
  readonly policy: AddressPolicy;
  /** Certificates of authorities to trust besides the system's, in PEM. */
  readonly extraAuthorities?: readonly string[];
  /** Milliseconds from the first packet to the end of the handshake. */
  readonly timeout?: number;
}

const defaultTimeout = 10_000;
const perAddress = 4;
const atOnce = 256;

/**
 * Creates a probe that makes a TLS handshake with a server and hangs up. Connects to permitted addresses alone; time is
 * bounded here, and octets by OpenSSL, which reads no certificate list of more than 100 KiB.
 */
export function createTlsProbe({
  policy,
  extraAuthorities = [],
  timeout = defaultTimeout,
}: TlsProbeParts): TlsProbe {
  const turns = new PerHostTurns({ perHost: perAddress, all: atOnce });
  // Reading the authorities takes milliseconds; there is one for each pair of versions.
  const contexts = new Map<string, SecureContext>();
  const contextFor = ({ minVersion = 'TLSv1', maxVersion = 'TLSv1.3' }: TlsTarget): SecureContext => {
    const key = `${minVersion} ${maxVersion}`;
    const context = contexts.get(key) ?? createContext(extraAuthorities, minVersion, maxVersion);
    contexts.set(key, context);
    return context;
  };
  return {
    async handshake(target) {
      if (!policy.permits(target.address)) {
        throw new ProbeError('refused_by_policy', `${target.address} must not be connected to.`);
      }
      return turns.run(target.address, () => {
        const signal = AbortSignal.any([target.signal, AbortSignal.timeout(timeout)]);
        return shakeHands(target, contextFor(target), signal);
      });
    },
  };
}

function createContext(
  extraAuthorities: readonly string[],
  minVersion: SecureVersion,
  maxVersion: SecureVersion,
): SecureContext {
  return createSecureContext({
    ca: [...getCACertificates('default'), ...extraAuthorities],
    minVersion,
    maxVersion,
    // Old versions and weak keys are to be seen, not relied on.
    ciphers: 'DEFAULT@SECLEVEL=0',
  });
}
