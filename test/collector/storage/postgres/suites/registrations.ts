import type {
  ContactKind,
  IndexedDomain,
} from '../../../../../collector/ports/registrations/registration-index.ts';
import { createRegistrationIndex } from '../../../../../collector/storage/postgres/registrations/registration-index.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));

function domain(name: string, email: string, change: Partial<IndexedDomain> = {}): IndexedDomain {
  return {
    domain: name,
    registrarName: null,
    registrarIanaId: null,
    registrarAbuseEmail: null,
    registeredAt: null,
    expiresAt: null,
    nameServers: null,
    countryCode: null,
    secureDns: null,
    contacts: [{ kind: 'email', value: email, role: 'registrant' }],
    source: 'test',
    seenAt: at(1),
    ...change,
  };
}

/** Domains by what they were publicly seen with. */
export const registrationSuite: PostgresSuite = {
  'domains are found by a value or a part of one, counted, and paged by cursor and offset': async (
    t,
    connection,
  ) => {
    const index = createRegistrationIndex((await freshDatabase(t, connection)).open());
    const ask = async (value: string, change: object = {}) => {
      const question = {
        kind: 'email' as ContactKind,
        value,
        match: 'exact' as const,
        limit: 10,
        offset: 0,
        after: undefined,
      };
      const { count, hits } = await index.find({ ...question, ...change });
      return [count, ...hits.map((hit) => hit.domain)];
    };
    await index.record([
      domain('c.example', 'a@example.com'),
      domain('a.example', 'a@example.com', { nameServers: ['ns1.example'], secureDns: true }),
      domain('b.example', 'a@example.com'),
      domain('d.example', 'a_b%c@example.net'),
    ]);
    await index.record([domain('a.example', 'a@example.com', { seenAt: at(2) })]);
    t.deepEqual(
      await ask('a@example.com'),
      [3, 'a.example', 'b.example', 'c.example'],
      'none is counted twice',
    );
    t.deepEqual(await ask('a@example.com', { limit: 1, offset: 1 }), [3, 'b.example']);
    t.deepEqual(await ask('a@example.com', { after: 'b.example' }), [3, 'c.example']);
    t.deepEqual(await ask('a@example.com', { kind: 'organization' }), [0]);
    t.deepEqual(await ask('xample', { match: 'contains' }), [
      4,
      'a.example',
      'b.example',
      'c.example',
      'd.example',
    ]);
    t.deepEqual(
      await ask('a_b%', { match: 'contains' }),
      [1, 'd.example'],
      'signs of patterns stand for themselves',
    );
    t.deepEqual(await ask('a.b', { match: 'contains' }), [0]);
    const { hits } = await index.find({
      kind: 'email',
      value: 'a@example.com',
      match: 'exact',
      limit: 1,
      offset: 0,
      after: undefined,
    });
    t.like(hits[0], {
      nameServers: ['ns1.example'],
      secureDns: true,
      matchedOn: 'a@example.com',
      seenAt: at(2),
    });
  },
  'what was erased does not come back, and what is old goes with its count': async (t, connection) => {
    const index = createRegistrationIndex((await freshDatabase(t, connection)).open());
    const count = async (value: string) =>
      (await index.find({ kind: 'email', value, match: 'exact', limit: 10, offset: 0, after: undefined }))
        .count;
    await index.record([
      domain('a.example', 'a@example.com'),
      domain('b.example', 'b@example.com', { seenAt: at(5) }),
    ]);
    await index.record([domain('c.example', 'b@example.com')]);
    t.is(await index.erase('email', 'a@example.com'), 1);
    t.is(await index.erase('email', 'a@example.com'), 0);
    await index.record([domain('a.example', 'a@example.com', { seenAt: at(9) })]);
    t.is(await count('a@example.com'), 0);
    t.is(await count('b@example.com'), 2);
    t.is(await index.forgetBefore(at(3)), 1);
    t.is(await count('b@example.com'), 1);
  },
  'collectors that record the same domains at once do not stand in each other’s way': async (
    t,
    connection,
  ) => {
    const database = await freshDatabase(t, connection);
    const stores = Array.from({ length: 3 }, () => createRegistrationIndex(database.open({ max: 1 })));
    const names = Array.from({ length: 40 }, (_, at) => domain(`d${at}.example`, 'a@example.com'));
    await Promise.all(stores.map((store, at) => store.record(at === 1 ? names.toReversed() : names)));
    const question = {
      kind: 'email',
      value: 'a@example.com',
      match: 'exact',
      limit: 1,
      offset: 0,
      after: undefined,
    } as const;
    t.is((await stores[0]!.find(question)).count, 40);
  },
  'a part that many values have is paged whole, however the domains of the values lie': async (
    t,
    connection,
  ) => {
    const index = createRegistrationIndex((await freshDatabase(t, connection)).open());
    // Few domains of many values, many of few, values whose domains are all first or last, and domains of several values.
    const contactsOf = (number: number) => [
      `word${number % 37}@example`,
      ...(number < 400 ? ['word-first@example'] : []),
      ...(number >= 1_600 ? ['word-last@example'] : []),
      ...(number === 1_999 ? ['word-alone@example'] : []),
    ];
    const names = Array.from({ length: 2_000 }, (_, number) => `d${String(number).padStart(4, '0')}.example`);
    await index.record(
      names.map((name, number) =>
        domain(name, '', {
          contacts: contactsOf(number).map((value) => ({ kind: 'email', value, role: 'registrant' })),
        }),
      ),
    );
    const ask = async (value: string, limit: number, offset: number, after?: string) => {
      const question = { kind: 'email' as const, value, match: 'contains' as const, limit, offset, after };
      const { count, hits } = await index.find(question);
      return { count, found: hits.map((hit) => hit.domain) };
    };
    for (const [limit, offset] of [
      [10, 0],
      [1_000, 0],
      [100, 1_950],
      [7, 1_333],
      [10, 5_000],
    ] as const) {
      const { count, found } = await ask('word', limit, offset);
      t.is(count, 2_000);
      t.deepEqual(found, names.slice(offset, offset + limit), `${limit} from ${offset}`);
    }
    let paged: string[] = [];
    for (let after: string | undefined; ; after = paged.at(-1)) {
      const { found } = await ask('word', 300, 0, after);
      paged = [...paged, ...found];
      if (found.length < 300) break;
    }
    t.deepEqual(paged, names);
    t.deepEqual((await ask('word-', 5, 398)).found, [...names.slice(398, 400), ...names.slice(1_600, 1_603)]);
    t.deepEqual((await ask('word1', 3, 0)).found, [names[1], names[10], names[11]]);
  },
};
