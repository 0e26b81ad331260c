import type { Finding } from '../../ports/finding.ts';
import type { TlsSession } from '../../ports/tls-session.ts';
import { chainShape } from '../../protocols/tls/chain-shape.ts';
import { judgeStaple } from '../../protocols/tls/ocsp/judge-staple.ts';
import { summariseCertificate } from '../../protocols/tls/summarise-certificate.ts';
import type { TrustAnchors } from '../../protocols/tls/verify/trust-anchors.ts';
import { type ChainVerdict, verifyChain } from '../../protocols/tls/verify/verify-chain.ts';
import type { Certificate } from '../../protocols/tls/x509/certificate.ts';
import { distinguishedNameText } from '../../protocols/tls/x509/distinguished-name.ts';
import type { LogList } from '../../protocols/transparency/followed-logs.ts';
import { judgeTimestamps, lookAtTimestamps } from './look-at-timestamps.ts';
import type { TlsEndpoint } from './tls-result.ts';

/** A session view holds the facts of one TLS session, without the versions that the server takes. */
export interface SessionView {
  readonly endpoint: Omit<TlsEndpoint, 'versions'>;
  readonly verdict: ChainVerdict;
  readonly rootSent: boolean;
  /** The first certificate's lifetime in days; undefined if it can't be read. */
  readonly lifetime: number | undefined;
  /** The findings about the timestamps of logs. */
  readonly timestamps: readonly Finding[];
}

const day = 86_400_000;

/** Judges a session as a client would that wants this name. `at`: milliseconds since 1970. */
export function lookAtSession(
  session: TlsSession,
  target: { readonly address: string; readonly port: number; readonly serverName: string },
  { anchors: roots, logs }: { readonly anchors: TrustAnchors; readonly logs?: LogList | undefined },
  at: number,
): SessionView {
  const verdict = verifyChain({
    chain: session.chain,
    roots,
    name: target.serverName,
    at: new Date(at),
    strict: false,
  });
  const sent = session.chain.flatMap((der) => roots.reader.readable(der));
  const path = verdict.path.flatMap((der) => roots.reader.readable(der));
  const shape = chainShape(sent, path);
  const [own] = sent;
  const timestamps =
    own === undefined || logs === undefined ? null : lookAtTimestamps(own, path[1], logs, at);
  return {
    verdict,
    rootSent: shape.rootSent,
    lifetime: own && Math.round((own.notAfter.at - own.notBefore.at) / day),
    timestamps:
      own === undefined || timestamps === null
        ? []
        : judgeTimestamps(timestamps, own, `${target.address} port ${target.port}`),
    endpoint: {
      address: target.address,
      port: target.port,
      serverName: target.serverName,
      version: session.version,
      cipher: session.cipher,
      alpn: session.alpn ?? null,
      chain: sent.map((certificate) => summariseCertificate(certificate, at)),
      valid: verdict.valid,
      problems: verdict.problems,
      path: path.map(({ subject }) => distinguishedNameText(subject)),
      order: shape.order,
      incomplete: verdict.problems.some(({ code }) => code === 'incomplete_chain'),
      extra: sent
        .filter(({ fingerprint }) => shape.extra.has(fingerprint))
        .map(({ subject }) => distinguishedNameText(subject)),
      staple:
        session.ocspResponse === undefined || own === undefined
          ? null
          : judgeStaple(session.ocspResponse, own, issuerOf(own, path, sent), at),
      timestamps,
      milliseconds: session.milliseconds,
    },
  };
}

function issuerOf(
  own: Certificate,
  path: readonly Certificate[],
  sent: readonly Certificate[],
): Certificate | undefined {
  return path[1] ?? sent.find(({ subject }) => subject.key === own.issuer.key);
}
