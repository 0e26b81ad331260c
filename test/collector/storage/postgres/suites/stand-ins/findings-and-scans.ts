import { randomUUID } from 'node:crypto';
import type { MailReportStore } from '../../../../../../collector/ports/accounts/mail-reports.ts';
import type { FeedState } from '../../../../../../collector/ports/threats/feeds.ts';
import type { Sighting, ThreatFilter } from '../../../../../../collector/ports/threats/threats.ts';
import type { ScannedParts } from '../../../../../../scanner/ports/domain-scan.ts';
import { indicatorNames } from '../../../../../support/detection/loaded-indicators.ts';
import type { PostgresSuite } from '../../../../../support/engines/postgres.ts';
import type { Of } from '../../../../../support/fakes/alongside.ts';
import { samplePart, sampleScan } from '../../../../../support/scans/sample-scan.ts';
import { askClientNames } from './ask-client-names.ts';
import { askSigmaRules } from './ask-sigma-rules.ts';
import { besideStores, keyOf, long, noSuch, page } from './beside-stores.ts';

/** What tests of endpoints use in place of PostgreSQL does what PostgreSQL does: what was found, and what was counted. */
export const standInsOfFindings: PostgresSuite = {
  'threats and how they are handled': async (t, connection) => {
    const { ask, member, stranger } = await besideStores(t, connection);
    const location = await ask('location', ({ locations }, of) =>
      locations.create({ accountId: of(member)!.account.id, name: 'Office', description: null }, keyOf('o')),
    );
    const resolver = await ask('resolver', ({ resolvers }, of) =>
      resolvers.register({ accountId: of(member)!.account.id, name: 'ns1', place: 'Office' }, []),
    );
    const record = (subject: string, change: Partial<Sighting> = {}) =>
      ask(`sighting of ${subject}`, ({ resolverReports }, of) =>
        resolverReports.addAlerts(of(resolver).id, randomUUID(), () => [
          {
            locationId: of(location).id,
            type: 'malware',
            severity: 'low',
            subject,
            clientAddress: '192.0.2.1',
            queryName: `www.${subject}`,
            source: 'list',
            message: 'listed',
            observedAt: new Date('2026-03-14T12:00:00Z'),
            count: 2,
            ...change,
          },
        ]),
      );
    const [first] = [await record('a.example'), await record('b.example', { severity: 'high' })];
    await record('a.example', { count: 3, severity: 'medium', observedAt: new Date('2026-03-14T13:00:00Z') });
    const filters: ThreatFilter[] = [
      {},
      { status: 'open', severity: 'high' },
      { subject: 'a.example' },
      { clientAddress: '192.0.2.2' },
      { owner: null },
      { source: 'detection' },
      { source: 'own-list' },
    ];
    for (const filter of filters) {
      await ask(JSON.stringify(filter), ({ threats }, of) =>
        threats.list(of(member)!.account.id, filter, page),
      );
    }
    await ask('open', ({ threats }) => threats.countOpen());
    const idOf = (of: Of) => of(first)![0]!.id;
    await ask('stranger', ({ threats }, of) => threats.find(of(stranger)!.account.id, idOf(of)));
    await ask('owner', ({ threatHandling }, of) =>
      threatHandling.assign(of(member)!.account.id, idOf(of), 'ada@example.net'),
    );
    for (const isPerson of [true, false, true])
      await ask('note', ({ threatHandling }, of) =>
        threatHandling.addNote(
          of(member)!.account.id,
          idOf(of),
          { personId: isPerson ? of(member)!.person.id : null, text: 'looked at' },
          2,
        ),
      );
    await ask('notes', ({ threatHandling }, of) => threatHandling.notes(of(member)!.account.id, idOf(of), 5));
    await ask('days', ({ threatHandling }, of) => threatHandling.countByDay(of(member)!.account.id, {}));
    for (const _twice of [1, 2])
      await ask('resolved', ({ threats }, of) => threats.resolve(of(member)!.account.id, idOf(of), 'mended'));
    await ask('reopened', ({ threats }, of) =>
      threats.reopen(of(member)!.account.id, idOf(of), 'not mended'),
    );
    await ask('at the end', ({ threats }, of) => threats.find(of(member)!.account.id, idOf(of)));
  },
  'Sigma rules': async (t, connection) => askSigmaRules(await besideStores(t, connection)),
  'exclusions, canaries, tuning and channels': async (t, connection) => {
    const { ask, member, stranger } = await besideStores(t, connection);
    const location = await ask('location', ({ locations }, of) =>
      locations.create({ accountId: of(member)!.account.id, name: 'Office', description: null }, keyOf('o')),
    );
    const exclude = (name: string, isHere: boolean) =>
      ask(`exclusion of ${name}`, ({ exclusions }, of) =>
        exclusions.add(
          of(member)!.account.id,
          { locationId: isHere ? of(location).id : null, name, client: null, note: null },
          2,
        ),
      );
    const excluded = await exclude('a.example', true);
    for (const name of ['b.example', 'c.example']) await exclude(name, false);
    await ask('in force', ({ exclusions }) => exclusions.inForce());
    for (const whose of [stranger, member, member])
      await ask('removed', ({ exclusions }, of) =>
        exclusions.remove(of(whose)!.account.id, of(excluded)?.id ?? noSuch),
      );
    await ask('exclusions', ({ exclusions }, of) => exclusions.list(of(member)!.account.id));
    for (const id of ['c-1', 'c-2', 'c-3'])
      await ask(`canary ${id}`, ({ canaries }, of) =>
        canaries.add(
          {
            id,
            accountId: of(member)!.account.id,
            locationId: of(location).id,
            patterns: ['dga'],
            endsAt: new Date(Date.now() + 60_000),
          },
          2,
        ),
      );
    await ask('canaries', ({ canaries }, of) => canaries.list(of(member)!.account.id, 1));
    await ask('none seen', ({ canaries }, of) => canaries.sightings(of(member)!.account.id, ['c-1']));
    await ask('no tuning', ({ tuning }, of) => tuning.changes(of(location).id));
    await ask('tuning', ({ tuning }, of) => tuning.change(of(location).id, { dga: { least: 3 } }));
    await ask('tuned', ({ tuning }, of) => tuning.changes(of(location).id));
    const channel = (target: string) =>
      ask(`channel ${target}`, ({ notificationChannels }, of) =>
        notificationChannels.add(
          of(member)!.account.id,
          {
            kind: 'email',
            target,
            locationId: null,
            leastSeverity: 'low',
            threatTypes: ['dga'],
            tellsResolved: true,
            byCase: true,
            digest: { every: 'day', at: '08:00', timeZone: 'Europe/Berlin' },
            quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' },
            note: null,
            secret: null,
          },
          1,
        ),
      );
    const [mail] = [await channel('ada@example.net'), await channel('bob@example.net')];
    await ask('channels', ({ notificationChannels }, of) =>
      notificationChannels.list(of(member)!.account.id),
    );
    await ask('deliveries', ({ notificationQueue }, of) =>
      notificationQueue.deliveries(of(member)!.account.id, of(mail)!.id, undefined, page),
    );
    for (const whose of [stranger, member])
      await ask('one', ({ notificationChannels }, of) =>
        notificationChannels.find(of(whose)!.account.id, of(mail)!.id),
      );
    for (const _twice of [1, 2])
      await ask('gone', ({ notificationChannels }, of) =>
        notificationChannels.remove(of(member)!.account.id, of(mail)!.id),
      );
    const names = (most: number) =>
      ask('client names', ({ clientNames }, of) =>
        clientNames.change(
          of(member)!.account.id,
          [
            { address: '192.0.2.1', name: 'printer' },
            { address: '192.0.2.2', name: 'door' },
          ],
          most,
        ),
      );
    for (const most of [1, 2]) await names(most);
    await askClientNames(ask, (of) => of(member)!.account.id);
    const view = (shared: boolean, name: string, query: string, most: number) =>
      ask(`view ${name} ${query}`, async ({ savedViews }, of) => {
        const { account, person } = of(member)!;
        const saved = await savedViews.save(
          account.id,
          { personId: shared ? null : person.id, page: 'queries', name, query },
          most,
        );
        return saved && { ...saved, id: 0, personId: saved.personId === null, createdAt: 0 };
      });
    await view(false, 'failures', 'response_code=SERVFAIL', 2);
    await view(false, 'failures', 'response_code=NXDOMAIN', 1);
    await view(true, 'failures', 'response_code=REFUSED', 1);
    await view(true, 'failures', 'response_code=REFUSED', 2);
    for (const person of [true, false])
      await ask('views', async ({ savedViews }, of) => {
        const { account, person: own } = of(member)!;
        const found = await savedViews.list(account.id, person ? own.id : null);
        return found.map(({ name, query }) => [name, query]);
      });
    const report = { every: 'day', weekday: 1, hour: 7, timeZone: 'UTC', locationId: null } as const;
    for (const most of [0, 1])
      await ask('report by mail', async ({ mailReports }, of) => {
        const added = await mailReports.add(
          of(member)!.account.id,
          { ...report, recipient: 'noc@example.com' },
          most,
        );
        return added && [added.confirmedAt, added.nextAt];
      });
    const withReport = (what: string, use: (store: MailReportStore, token: string, id: number) => unknown) =>
      ask(what, async ({ mailReports }, of) => {
        const [found] = await mailReports.list(of(member)!.account.id);
        return use(mailReports, found!.token, found!.id);
      });
    const long = new Date(1_000);
    await withReport('not due yet', (store) => store.claim(60));
    await withReport('confirmed', (store, token) => store.confirm(token, long));
    await withReport('confirmed again', (store, token) => store.confirm(token, new Date(2_000)));
    await withReport('claimed once', async (store) => [
      (await store.claim(60))?.nextAt,
      await store.claim(60),
    ]);
    await withReport('to be tried again', async (store, token, id) => {
      await store.settle(id, { nextAt: long, error: 'no \u0000 server', again: true });
      const again = await store.claim(60);
      await store.settle(id, { nextAt: new Date(4_000_000_000_000), error: null, again: false });
      const sent = await store.find(token);
      return [
        again?.attempts,
        again?.lastError?.length,
        sent?.lastError,
        sent?.lastSentAt !== null,
        await store.claim(60),
      ];
    });
    await withReport('ended', async (store, token) => [
      await store.unsubscribe(token),
      await store.unsubscribe(token),
      await store.confirm(token, long),
    ]);
    await ask('views gone', async ({ savedViews }, of) => {
      const { account, person } = of(member)!;
      const [first] = await savedViews.list(account.id, person.id);
      return [
        await savedViews.remove(account.id, null, true, first!.personId === null ? -1 : first!.id),
        await savedViews.remove(account.id, person.id, false, first!.id),
        (await savedViews.list(account.id, person.id)).length,
      ];
    });
  },
  'domains, registrations and feeds': async (t, connection) => {
    const { ask } = await besideStores(t, connection);
    const scan = (domain: string, startedAt: number, parts: ScannedParts, monitorSeconds: number) =>
      ask(`scan of ${domain}`, ({ trackedDomains }) =>
        trackedDomains.record(
          [
            {
              scan: sampleScan({
                domain,
                startedAt: new Date(startedAt),
                parts,
                summary: { sslValid: monitorSeconds > 0, dnssecEnabled: true },
              }),
              monitorSeconds,
            },
          ],
          0,
        ),
      );
    const now = Date.now();
    await scan('a.example', now - 90_000, { spf: samplePart({ result: 1 }) }, 0);
    await scan('b.example', now - 80_000, {}, 3_600);
    await scan('a.example', now - 60_000, { dnssec: samplePart({ result: 2 }) }, 0);
    for (const domain of ['a.example', 'none.example'])
      await ask(domain, ({ trackedDomains }) => trackedDomains.find(domain));
    await ask('some checks', ({ trackedDomains }) =>
      trackedDomains.findAll(['b.example', 'a.example'], ['dnssec']),
    );
    await ask('list', ({ trackedDomains }) => trackedDomains.list(long));
    await ask('search', ({ trackedDomains }) => trackedDomains.search('example', 1));
    await ask('counts', ({ trackedDomains }) => trackedDomains.counts());
    for (const _twice of [1, 2]) await ask('due', ({ trackedDomains }) => trackedDomains.claimDue(5, 60));
    await ask('forgotten', ({ trackedDomains }) => trackedDomains.forgetBefore(new Date(now - 70_000)));
    await ask('left', ({ trackedDomains }) => trackedDomains.list(page));
    const facts = {
      registrarName: 'Registrar',
      registrarIanaId: null,
      registrarAbuseEmail: null,
      registeredAt: null,
      expiresAt: null,
      nameServers: null,
      countryCode: null,
      secureDns: null,
      source: 'scan',
      seenAt: new Date(now),
    };
    const contact = (value: string) => ({ kind: 'email' as const, value, role: 'registrant' });
    for (const [domain, value] of [
      ['a.example', 'ada@example.net'],
      ['b.example', 'ada@example.net'],
      ['c.example', 'adam@example.org'],
    ] as const)
      await ask(`facts of ${domain}`, ({ registrationIndex }) =>
        registrationIndex.record([{ domain, ...facts, contacts: [contact(value)] }]),
      );
    const find = (value: string, match: 'exact' | 'contains', after?: string) =>
      ask(`${match} ${value}`, ({ registrationIndex }) =>
        registrationIndex.find({ kind: 'email', value, match, limit: 2, offset: 0, after }),
      );
    await find('ada@example.net', 'exact');
    await find('ada', 'contains');
    await find('ada', 'contains', 'b.example');
    for (const _twice of [1, 2])
      await ask('erased', ({ registrationIndex }) => registrationIndex.erase('email', 'ada@example.net'));
    await find('ada', 'contains');
    const state: FeedState = {
      feed: 'urlhaus',
      status: 'active',
      note: null,
      lastAttemptAt: now,
      lastOkAt: now,
      fetchedAt: now,
      nextAttemptAt: now,
      etag: null,
      lastModified: null,
      contentHash: null,
      consecutiveFailures: 0,
      shrunkSince: null,
      indicatorCount: 7,
      rows: 8,
      malformedRows: 1,
      subtractedRows: 0,
    };
    for (const indicatorCount of [7, 9])
      await ask('feed', ({ feedStates }) => feedStates.save({ ...state, indicatorCount }));
    await ask('feeds', ({ feedStates }) => feedStates.all());
    await ask('one feed', ({ feedStates }) => feedStates.load('urlhaus'));
    await ask('no feed', ({ feedStates }) => feedStates.load('none'));
  },
  'usage, the audit log, indicators and bulk jobs': async (t, connection) => {
    const { ask, member, stranger } = await besideStores(t, connection);
    const period = '2026-03-14';
    for (const count of [2, 3])
      await ask('used', ({ usage }) => usage.add(period, new Map([['account:1', count]])));
    await ask('read', ({ usage }) => usage.read(period, ['account:1', 'account:2']));
    await ask('history', ({ usage }) => usage.history('account:1', '2026-03-01', '2026-03-31'));
    for (const action of ['key.create', 'key.revoke'])
      await ask('recorded', ({ audit }, of) =>
        audit.record({
          accountId: of(member)!.account.id,
          keyId: null,
          address: '192.0.2.1',
          requestId: 'r-1',
          action,
          object: 'key 1',
          details: { label: 'laptop' },
        }),
      );
    await ask('audit', ({ audit }) => audit.list({}, page));
    await ask('one kind', ({ audit }, of) =>
      audit.list({ accountId: of(member)!.account.id, action: 'key.revoke' }, page),
    );
    const indicator = { threatType: 'malware', severity: 'high' as const, description: null };
    const replace = (source: string, ...names: string[]) =>
      ask(`indicators of ${source}`, ({ indicators }) =>
        indicators.replaceSource(
          source,
          names.map((name) => ({ name, source, ...indicator })),
        ),
      );
    await replace('one', 'a.example', 'b.example');
    await replace('two', 'c.example');
    await replace('one', 'd.example');
    await ask('sources', ({ indicators }) => indicators.sources());
    for (const _twice of [1, 2]) await ask('removed', ({ indicators }) => indicators.removeSource('one'));
    await ask('loaded', ({ indicators }) => indicatorNames(indicators));
    const id = randomUUID();
    const options = { checkSsl: true, advanced: false };
    await ask('job', ({ bulkJobs }, of) =>
      bulkJobs.submit(
        { id, accountId: of(member)!.account.id, options, domains: ['a.example', 'b.example'] },
        1,
      ),
    );
    await ask('too many', ({ bulkJobs }, of) =>
      bulkJobs.submit(
        { id: randomUUID(), accountId: of(member)!.account.id, options, domains: ['c.example'] },
        1,
      ),
    );
    await ask('jobs', ({ bulkJobs }, of) => bulkJobs.list(of(member)!.account.id, page));
    await ask('claimed', ({ bulkJobs }) => bulkJobs.claim('here', 1, 60));
    await ask('finished', ({ bulkJobs }) =>
      bulkJobs.finish('here', [{ jobId: id, position: 0, scan: null, error: 'no such domain' }]),
    );
    await ask('results', ({ bulkJobs }) => bulkJobs.results(id, page));
    for (const whose of [stranger, member, member])
      await ask('cancelled', ({ bulkJobs }, of) => bulkJobs.cancel(of(whose)!.account.id, id));
    await ask('job at the end', ({ bulkJobs }, of) => bulkJobs.find(of(member)!.account.id, id));
    await ask('fingerprint', ({ clientFingerprints }, of) =>
      clientFingerprints.record({
        accountId: of(member)!.account.id,
        sourceAddress: '192.0.2.1',
        ja4: 't13d1516h2_8daaf6152771_02713d6af862',
        at: new Date(),
      }),
    );
  },
};
