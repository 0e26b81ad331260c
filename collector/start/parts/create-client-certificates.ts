import { systemClock as clock, systemRandom as random } from '@sonde/shared/system/system.ts';
import type { SecretBox } from '../../domain/people/access/secret-box.ts';
import { ClientCertificates } from '../../domain/serving/clients/client-certificates.ts';
import { clientProof, type ProveClient } from '../../http/access/client-certificate.ts';
import { TrustedProxies } from '../../http/client-address.ts';
import type { Foundation } from '../foundation.ts';
import type { Stores } from '../stores/create-stores.ts';

export interface ClientCertificateParts {
  /** Undefined if agents get no certificates. */
  readonly clientCertificates: ClientCertificates | undefined;
  readonly proveClient: ProveClient | undefined;
}

/** Opens the authority for certificates of agents, if they get some. Throws if the collector serves no TLS. */
export async function createClientCertificates(
  { clientAuthorities }: Pick<Stores, 'clientAuthorities'>,
  { secrets, servesTls }: { readonly secrets: SecretBox; readonly servesTls: boolean },
  { config, log, meter, stage }: Foundation,
): Promise<ClientCertificateParts> {
  const { clientCertificates: mode, clientCertificateDays: days } = config;
  if (mode === 'off') return { clientCertificates: undefined, proveClient: undefined };
  if (!servesTls) {
    throw new Error(
      'Certificates of agents need TLS that ends at the collector: --tls-certificate or --acme-names beside --client-certificates',
    );
  }
  const ports = { clientAuthorities, secrets, clock, random, log };
  const clientCertificates = stage.add(
    'client certificates',
    await ClientCertificates.open({ mode, days }, ports),
  );
  meter.gauge(
    'sonde_client_authority_end_seconds',
    'When the newest authority for certificates of agents ends, as a Unix time.',
    () => clientCertificates.endsAt / 1_000,
  );
  const judged = meter.counter(
    'sonde_client_certificates_total',
    'Requests of agents by what their certificate was: `fits`, `none`, `unknown` (by no authority of ours), `over`, `other_key`, or `local` (by a Unix socket).',
    ['outcome'],
  );
  const trusted = new TrustedProxies(config.trustedProxies);
  return { clientCertificates, proveClient: clientProof(clientCertificates, trusted, judged) };
}
