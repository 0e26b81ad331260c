import { X509Certificate } from 'node:crypto';
import type { ScanPorts } from '../../ports/scanner.ts';
import type { SmtpSession } from '../../ports/smtp-probe.ts';
import { ProbeError } from '../../ports/tls-session.ts';
import type { PartBuilder } from '../part-builder.ts';
import type { SmtpServer } from './smtp-result.ts';

interface Target {
  readonly host: string;
  readonly address: string;
  readonly port: number;
}

/** Converses with one server. Never rejects. */
export async function lookAtServer(
  { host, address, port }: Target,
  { smtp, signal }: Pick<ScanPorts, 'smtp' | 'signal'>,
  part: PartBuilder,
): Promise<SmtpServer> {
  try {
    return shown({ host, address, port }, await smtp.converse({ address, port, serverName: host, signal }));
  } catch (error) {
    const failure = error instanceof ProbeError ? error.failure : 'unreachable';
    const problem = sentence((error as Error).message);
    part.error(failure, `${host} (${address}) port ${port}: ${problem}`);
    const status =
      failure === 'refused'
        ? 'refuses'
        : failure === 'malformed' || failure === 'too_large'
          ? 'no_smtp'
          : 'unreachable';
    return { ...blank, host, address, port, status, problem };
  }
}

const blank = {
  banner: null,
  extensions: [],
  tlsVersion: null,
  cipher: null,
  nameMatches: null,
  trusted: null,
  notAfter: null,
  takesInjectedCommands: null,
};

function shown(target: Target, session: SmtpSession): SmtpServer {
  const { banner, tls, takesInjectedCommands = null } = session;
  const extensions = session.extensions.slice(0, 50);
  const seen = { ...blank, ...target, banner, extensions };
  if (!session.offersStartTls) return { ...seen, status: 'no_starttls', problem: 'STARTTLS is not offered.' };
  if (tls === undefined)
    return { ...seen, status: 'tls_failed', problem: sentence(session.tlsError ?? 'TLS failed') };
  const leaf = readCertificate(tls.chain[0]);
  const nameMatches =
    leaf?.checkHost(target.host, { subject: 'never', partialWildcards: false }) !== undefined;
  const problem = tls.trusted
    ? nameMatches
      ? null
      : `The certificate is not for ${target.host}.`
    : `The certificate does not verify: ${tls.trustError ?? 'unknown'}.`;
  return {
    ...seen,
    status: problem === null ? 'secure' : 'untrusted',
    tlsVersion: tls.version,
    cipher: tls.cipher,
    nameMatches,
    trusted: tls.trusted,
    notAfter: leaf?.validToDate.toISOString() ?? null,
    takesInjectedCommands,
    problem,
  };
}

function sentence(text: string): string {
  return `${text.slice(0, 300).replace(/[.\s]+$/, '')}.`;
}

function readCertificate(der: Uint8Array | undefined): X509Certificate | undefined {
  try {
    return der === undefined ? undefined : new X509Certificate(der);
  } catch {
    return undefined;
  }
}
