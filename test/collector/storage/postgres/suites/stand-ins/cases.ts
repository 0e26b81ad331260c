import { randomUUID } from 'node:crypto';
import { gatherThreats } from '../../../../../../collector/domain/detection/cases/gather-threats.ts';
import type { CaseGathering } from '../../../../../../collector/ports/threats/cases.ts';
import type { PostgresSuite } from '../../../../../support/engines/postgres.ts';
import type { Of } from '../../../../../support/fakes/alongside.ts';
import { besideStores, keyOf, page } from './beside-stores.ts';

/** What tests of endpoints use in place of PostgreSQL does what PostgreSQL does: cases. */
export const standInsOfCases: PostgresSuite = {
  'cases of threats': async (t, connection) => {
    const { ask, member, stranger } = await besideStores(t, connection);
    const location = await ask('location', ({ locations }, of) =>
      locations.create({ accountId: of(member)!.account.id, name: 'Office', description: null }, keyOf('o')),
    );
    const resolver = await ask('resolver', ({ resolvers }, of) =>
      resolvers.register({ accountId: of(member)!.account.id, name: 'ns1', place: 'Office' }, []),
    );
    for (const [type, severity] of [
      ['malware', 'medium'],
      ['phishing', 'medium'],
      ['spam', 'medium'],
    ] as const)
      await ask(`sighting of ${type}`, ({ resolverReports }, of) =>
        resolverReports.addAlerts(of(resolver).id, randomUUID(), () => [
          {
            ...{ locationId: of(location).id, type, severity, subject: `${type}.example` },
            ...{ clientAddress: '192.0.2.1', queryName: `www.${type}.example`, source: 'list' },
            ...{ message: 'listed', observedAt: new Date('2026-03-14T12:00:00Z'), count: 2 },
          },
        ]),
      );
    const gathered = await ask('gathered', ({ cases, caseGathering }) =>
      // The stand-in is both.
      (caseGathering ?? (cases as unknown as CaseGathering)).gather(gatherThreats, 10),
    );
    t.is(gathered.store.changed[0]?.case.severity, 'high');
    const caseOf = (of: Of) => of(gathered).changed[0]!.case.id;
    for (const filter of [
      {},
      { status: 'open' as const, severity: 'high' as const },
      { subject: 'spam.example' },
      { subject: 'none.example' },
      { clientAddress: '192.0.2.9' },
    ])
      await ask(`cases ${JSON.stringify(filter)}`, ({ cases }, of) =>
        cases.list(of(member)!.account.id, filter, page),
      );
    const find = () => ask('the case', ({ cases }, of) => cases.find(of(member)!.account.id, caseOf(of)));
    await find();
    await ask("a stranger's case", ({ cases }, of) => cases.find(of(stranger)!.account.id, caseOf(of)));
    await ask('resolved as a whole', ({ cases }, of) =>
      cases.resolve(of(member)!.account.id, caseOf(of), 'all of it'),
    );
    await find();
  },
};
