import { ProbeError, type TlsProbe, type TlsTarget } from '../../../ports/scans/tls-session.ts';
import type { TlsEndpoint } from './tls-result.ts';

export const tlsVersions = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const;

/** Which versions a server takes; the one that it chose by itself is not tried again. */
export async function probeVersions(
  tls: TlsProbe,
  target: TlsTarget,
  chosen: string,
): Promise<TlsEndpoint['versions']> {
  return Promise.all(
    tlsVersions.map(async (version) => ({
      version,
      accepted:
        version === chosen
          ? true
          : await accepts(tls, { ...target, minVersion: version, maxVersion: version }),
    })),
  );
}

async function accepts(tls: TlsProbe, target: TlsTarget): Promise<boolean | null> {
  try {
    await tls.handshake(target);
    return true;
  } catch (error) {
    if (!(error instanceof ProbeError)) throw error;
    // A server that says no, or hangs up, has understood; anything else tells nothing.
    return error.failure === 'refused' || error.failure === 'malformed' ? false : null;
  }
}
