import { SondeClient } from '../../../client/sonde-client.ts';
import { adminKey, startTestCollector } from '../ingest/running-collector.ts';
import type { Ending } from '../temporary-directory.ts';
import { until } from '../until.ts';
import { seedAgent } from './seed-agent.ts';
import { seedEncrypted } from './seed-encrypted.ts';
import { seedEnrolment } from './seed-enrolment.ts';
import { seedSigmaRules } from './seed-sigma-rules.ts';
import { type Seeded, seedTraffic } from './seed-traffic.ts';

export interface SeededDashboard extends Seeded {
  readonly url: string;
  readonly api: SondeClient;
  readonly threatId: number;
  readonly caseId: number;
}

/** A whole collector with the traffic of two days, of which a threat came. */
export async function startSeededDashboard(t: Ending): Promise<SeededDashboard> {
  const { url } = await startTestCollector(t, {
    // Feeds that are switched on are looked for in it, and nowhere else.
    feedDirectory: '/nonexistent',
  });
  const api = new SondeClient({ url, key: adminKey });
  const seeded = await seedTraffic(url, adminKey);
  await seedAgent(url, seeded.locationKey);
  await seedEncrypted(url, seeded.locationKey);
  await seedEnrolment(api);
  await seedSigmaRules(api);
  let threatId = 0;
  let caseId = 0;
  await until(async () => {
    const { threats } = await api.call('GET /api/v1/dns-monitoring/threats', { query: { status: 'open' } });
    const listed = threats.find(({ subject }) => subject === seeded.listed);
    threatId = listed?.id ?? 0;
    caseId = listed?.case_id ?? 0;
    return caseId !== 0;
  });
  return { ...seeded, url, api, threatId, caseId };
}

/** The address of the page that sets the administrator's password. */
export async function setupAddress({ url, api }: SeededDashboard): Promise<string> {
  const { path } = await api.call('POST /api/admin/setup-links', { body: {} });
  return `${url}${path}`;
}

/** Every page, as a person would open it. */
export function pagesOf({
  threatId,
  caseId,
  listed,
}: Seeded & { threatId: number; caseId: number }): readonly string[] {
  return [
    '/',
    '/welcome',
    '/queries',
    '/queries?client=192.0.2.10&query_type=!TXT',
    '/encrypted',
    '/encrypted?protocol=dot&provider=Quad9',
    '/threats?status=all',
    '/threats?status=all&view=cases',
    `/threats/${threatId}`,
    `/cases/${caseId}`,
    `/domain/${listed}`,
    '/domain/www.example.com?view=passive',
    '/domain/example.com?view=scan',
    '/domain/example.com?view=history',
    '/client/192.0.2.10',
    '/ip/203.0.113.5',
    '/agents?agent=2',
    '/agents?view=enrolment',
    '/resolvers',
    '/policy',
    '/policy?view=versions',
    '/policy?view=sources',
    '/feeds',
    '/feeds?check=www.c2.bad.example',
    '/feeds/own-list',
    '/canaries',
    '/notifications',
    '/detection',
    '/detection?view=site',
    '/detection?view=sigma',
    '/locations',
    '/bulk',
    '/domain/example.com?view=dnssec',
    '/domain/example.com?view=technologies',
    '/domain/example.com?view=setup',
    '/domains',
    '/domains?view=new&source=zone',
    '/domains?view=registrations&whose=example',
    '/domains?view=suppliers&service=Example+Mail',
    '/addresses',
    '/range/203.0.113.0%2F28',
    '/range/203.0.113.0%2F28?job=1',
    '/asn/64500',
    '/check-file',
    '/check-file?view=zone',
    '/technologies?technology=jQuery',
    '/technologies?q=word',
    '/certificates?domain=example.com',
    '/name/example.crypto',
    '/account',
    '/administration',
    '/administration?view=operation',
    '/administration?view=data',
    '/administration?view=audit',
    '/there-is-no-such-page',
  ];
}
