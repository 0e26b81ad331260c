import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createGuardedFetch } from '@sonde/scanner/network/guarded-fetch.ts';
import { systemClock as clock, systemRandom as random } from '@sonde/shared/system/system.ts';
import type { Config } from '../../config/settings.ts';
import type { SecretBox } from '../../domain/people/access/secret-box.ts';
import { CertificateKeeper } from '../../domain/serving/certificate-keeper.ts';
import { certificateState } from '../../domain/serving/certificate-state.ts';
import type { ChallengeAnswer } from '../../http/server/challenge-server.ts';
import type { ServedCertificate } from '../../http/server/served-certificate.ts';
import { TlsFiles } from '../../http/server/tls-files.ts';
import type { CollectorCertificate } from '../../ports/system/serving-certificates.ts';
import type { Foundation } from '../foundation.ts';
import { outboundGuard } from '../outbound-guard.ts';
import { watchCertificate } from '../own-warnings.ts';
import type { Stores } from '../stores/create-stores.ts';

export interface CollectorTls {
  /** Undefined if TLS is not served. */
  readonly served: ServedCertificate | undefined;
  readonly collectorCertificate: CollectorCertificate;
  /** What authorities look for without TLS, if they are to. */
  readonly answerChallenge: ChallengeAnswer | undefined;
  /** Sentences for the operator. */
  readonly warnings: () => string[];
  /** Begins to look after the certificate: once there is someone who answers. */
  readonly start: () => void;
}

/** Opens the listener's certificate: from files, from an authority, or none. Throws if the settings do not go together. */
export async function createTls(
  stores: Pick<Stores, 'servingCertificates' | 'leases'>,
  { secrets }: { readonly secrets: SecretBox },
  { config, log, meter, stage, collectorId }: Foundation,
): Promise<CollectorTls> {
  const files = await openFiles(config, { log, stage });
  const order = certificateOrder(config);
  if (files !== undefined && order !== undefined) {
    throw new Error('TLS needs one certificate: that of --tls-certificate, or one by --acme-names');
  }
  const keeper =
    order &&
    stage.add(
      'certificate',
      await CertificateKeeper.open(order, {
        fetch: createGuardedFetch({
          ...outboundGuard(config),
          extraAuthorities: await authorities(config.acmeAuthorities),
        }),
        store: stores.servingCertificates,
        leases: stores.leases,
        collectorId,
        secrets,
        clock,
        random,
        log,
        asked: meter.counter(
          'sonde_certificate_requests_total',
          'Certificates that an authority was asked for, by how it ended: `issued` or `failed`.',
          ['outcome'],
        ),
      }),
    );
  const served: ServedCertificate | undefined = keeper ?? files;
  const state = () => certificateState(keeper ?? files, clock.now());
  meter.gauge(
    'sonde_certificate_failures',
    'How often in a row an authority gave no certificate, as far as this collector knows.',
    () => keeper?.attempts?.failures ?? 0,
  );
  return {
    served,
    collectorCertificate: {
      state,
      askSoon: async () => {
        await keeper?.askSoon();
        return keeper !== undefined;
      },
    },
    answerChallenge: config.acmeChallenge === 'http-01' ? keeper?.answerFor : undefined,
    warnings: watchCertificate(() => served && state(), meter),
    start: () => keeper?.start(),
  };
}

async function openFiles(
  { tlsCertificate: certificate, tlsKey: key }: Pick<Config, 'tlsCertificate' | 'tlsKey'>,
  { log, stage }: Pick<Foundation, 'log' | 'stage'>,
): Promise<TlsFiles | undefined> {
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate === undefined || key === undefined) {
    throw new Error('TLS needs both a certificate and its key: --tls-certificate and --tls-key');
  }
  return stage.add('certificate', await TlsFiles.open({ certificate, key }, log));
}

function certificateOrder(config: Config) {
  const { acmeNames: names, acmeExternalAccount: id, acmeExternalKey: key } = config;
  if (names.length === 0) return undefined;
  if ((id === undefined) !== (key === undefined)) {
    throw new Error(
      'An external account needs both its id and its key: --acme-external-account and --acme-external-key',
    );
  }
  return {
    directory: config.acmeDirectory,
    names: [...new Set(names)],
    challenge: config.acmeChallenge,
    terms: {
      contact: config.acmeContact,
      termsAgreed: config.acmeTermsAgreed,
      external: id === undefined || key === undefined ? undefined : { id, key },
    },
  };
}

async function authorities(file: string | undefined): Promise<string[]> {
  if (file === undefined) return [];
  const pem = await readFile(file, 'utf8');
  // Read here, where a file that holds something else can be named.
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (found.length === 0) throw new Error(`${file} has no certificate in PEM`);
  for (const one of found) void new X509Certificate(one);
  return found;
}
