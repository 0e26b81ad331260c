import { randomBytes } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import { SecretBox } from '../../../collector/domain/people/access/secret-box.ts';
import { CertificateKeeper } from '../../../collector/domain/serving/certificate-keeper.ts';
import type { CertificateOrder } from '../../../collector/domain/serving/certificate-order.ts';
import { challengeListener, serveChallenges } from '../../../collector/http/server/challenge-server.ts';
import { serve } from '../../../collector/http/server/serve.ts';
import { createLeases } from '../../../collector/storage/postgres/leases.ts';
import type { Postgres } from '../../../collector/storage/postgres/pool.ts';
import { createServingCertificates } from '../../../collector/storage/postgres/serving-certificates.ts';
import { AddressPolicy } from '../../../scanner/network/address-policy.ts';
import { createGuardedFetch } from '../../../scanner/network/guarded-fetch.ts';
import { createSystemResolver } from '../../../scanner/network/system-resolver.ts';
import { createTestMeter } from '../meter.ts';
import { createRecordingLog } from '../recording-log.ts';
import { systemRandom } from '../system-random.ts';
import { type AuthorityBehaviour, startAcmeServer } from './acme-server.ts';

const loopback = { kind: 'tcp', host: '127.0.0.1', port: 0 } as const;

/** An authority, and what collectors that share a database need to ask it. */
export async function startIssuing(
  t: ExecutionContext,
  postgres: Postgres,
  given: Partial<AuthorityBehaviour> = {},
) {
  const ports = { http: 0, tls: 0 };
  const authority = await startAcmeServer(t, { http: () => ports.http, tls: () => ports.tls }, given);
  const secret = randomBytes(32);
  const time = { now: Date.now() };
  const store = createServingCertificates(postgres);
  const { asked, meter } = countedRequests();

  /** One more collector, on ports of its own. The last one is where the names lead to. */
  async function startCollector(
    order: Partial<CertificateOrder> = {},
    { ownSecret = secret }: { ownSecret?: Buffer } = {},
  ) {
    const log = createRecordingLog();
    const keeper = await CertificateKeeper.open(
      {
        directory: authority.directory,
        names: ['sonde.example'],
        challenge: 'tls-alpn-01',
        terms: { contact: [], termsAgreed: true, external: undefined },
        ...order,
      },
      {
        fetch: createGuardedFetch({
          resolver: createSystemResolver(),
          policy: new AddressPolicy(['127.0.0.0/8']),
          userAgent: 'sonde-test',
          extraAuthorities: [authority.root],
        }),
        store,
        leases: createLeases(postgres),
        collectorId: systemRandom.uuid(),
        secrets: new SecretBox(ownSecret, systemRandom),
        clock: { now: () => time.now },
        random: systemRandom,
        log,
        asked,
      },
    );
    const serving = await serve((_request, response) => response.end('hello'), [loopback], systemRandom, {
      tls: keeper,
    });
    const plain = await serveChallenges(
      challengeListener(keeper.answerFor, { names: keeper.names, publicUrl: undefined }),
      loopback,
    );
    t.teardown(async () => {
      await keeper.stop();
      await Promise.all([serving.stop(0), plain.stop()]);
    });
    const [tlsPort, httpPort] = [serving.addresses[0]!, plain.address].map(
      (address) => (address as { port: number }).port,
    ) as [number, number];
    ports.tls = tlsPort;
    ports.http = httpPort;
    return { keeper, tlsPort, httpPort, lines: log.lines };
  }
  return { authority, startCollector, time, store, counts: meter.counts, ports };
}

function countedRequests() {
  const meter = createTestMeter();
  return { meter, asked: meter.counter<'outcome'>('asked', 'Certificates.', ['outcome']) };
}
