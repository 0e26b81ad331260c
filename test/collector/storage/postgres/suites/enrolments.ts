import { randomUUID } from 'node:crypto';
import type { ClientAuthority } from '../../../../../collector/ports/ingest/client-authorities.ts';
import { createAuditLog } from '../../../../../collector/storage/postgres/accounts/audit-log.ts';
import { createClientAuthorityStore } from '../../../../../collector/storage/postgres/enrolment/client-authorities.ts';
import { createEnrolmentStore } from '../../../../../collector/storage/postgres/enrolment/enrolments.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import { hashOf, someAccount } from '../../../../support/engines/postgres-samples.ts';
import { FakeClientAuthorities } from '../../../../support/fakes/fleet/client-authorities.ts';

/** Enrolment: what the database decides, also where many ask at once. */
export const enrolmentsSuite: PostgresSuite = {
  'of many agents that use one token at once, as many are let in as it is good for': async (
    t,
    connection,
  ) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, locations } = await someAccount(postgres);
    const store = createEnrolmentStore(postgres);
    const now = new Date();
    for (const uses of [1, 3]) {
      const token = `token for ${uses}`;
      await store.createToken(
        {
          accountId,
          locationId: locations[0]!.id,
          prefix: 'sonde_enr_test',
          hash: hashOf(token),
          label: '',
          networks: null,
          uses,
          expiresAt: new Date(now.getTime() + 60_000),
        },
        10,
        now,
      );
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, (_, agent) =>
          store.enrol({
            tokenHash: hashOf(token),
            at: now,
            key: { prefix: 'sonde_loc_test', hash: hashOf(`${token}, agent ${agent}`) },
            uuid: randomUUID(),
            software: '',
            host: `sensor-${agent}`,
            address: '192.0.2.1',
            isFrom: () => true,
          }),
        ),
      );
      const enrolled = outcomes.filter(({ kind }) => kind === 'enrolled');
      const refused = outcomes.filter((one) => one.kind === 'refused' && one.why === 'used');
      t.deepEqual([enrolled.length, refused.length], [uses, 8 - uses]);
    }
    const tokens = await store.tokens([locations[0]!.id], 10);
    t.deepEqual(
      tokens.map(({ used, refused }) => [used, refused]),
      [
        [3, 5],
        [1, 7],
      ],
    );
  },
  'a fleet that enrols by one token at once leaves connections to others': async (t, connection) => {
    const database = await freshDatabase(t, connection);
    const [postgres, elsewhere] = [database.open(), database.open()];
    const { accountId, locations } = await someAccount(postgres);
    const [store, audit] = [createEnrolmentStore(postgres), createAuditLog(postgres)];
    const at = new Date();
    const offer = { accountId, locationId: locations[0]!.id, prefix: 'sonde_enr_test', label: '' };
    const expiresAt = new Date(at.getTime() + 60_000);
    await store.createToken({ ...offer, hash: hashOf('one'), networks: null, uses: 100, expiresAt }, 10, at);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: isHeld, resolve: holds } = Promise.withResolvers<void>();
    // As another collector does that has the fleet's other half.
    const holding = elsewhere.transaction(async (transaction) => {
      await transaction.query('SELECT 1 FROM enrolment_offers FOR UPDATE');
      await transaction.query('SELECT 1 FROM accounts FOR NO KEY UPDATE');
      holds();
      await held;
    });
    await isHeld;
    const agents = Array.from({ length: 12 }, (_, agent) =>
      store.enrol({
        ...{ tokenHash: hashOf('one'), at, uuid: randomUUID(), software: '', host: `sensor-${agent}` },
        ...{ address: '192.0.2.1', isFrom: () => true },
        key: { prefix: 'sonde_loc_test', hash: hashOf(`agent ${agent}`) },
      }),
    );
    const tokens = Array.from({ length: 12 }, (_, n) =>
      store.createToken({ ...offer, hash: hashOf(`${n}`), networks: null, uses: 1, expiresAt }, 20, at),
    );
    t.is((await store.tokens([locations[0]!.id], 10)).length, 1);
    letGo();
    await holding;
    t.true((await Promise.all(agents)).every(({ kind }) => kind === 'enrolled'));
    t.true((await Promise.all(tokens)).every((token) => token !== undefined));
    // The chain of an account has one end.
    const entry = { accountId, keyId: null, address: '', requestId: '', action: 'a', object: 'o' };
    await Promise.all(agents.map((_, n) => audit.record({ ...entry, details: { n } })));
    const entries = await audit.chain(accountId, 0, 20);
    t.deepEqual(
      entries.map(({ position, details }) => [position, details['n']]),
      agents.map((_, n) => [n + 1, n]),
    );
  },
  'authorities are added one after the other, and kept as long as what they signed': async (
    t,
    connection,
  ) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const now = Date.now();
    const told = [];
    for (const store of [createClientAuthorityStore(postgres), new FakeClientAuthorities()]) {
      const add = (endsAt: number, newestId: number) =>
        store.add(
          { certificate: 'PEM', sealedKey: 'v1.x', signsFrom: new Date(now), endsAt: new Date(endsAt) },
          newestId,
          new Date(now),
        );
      const added = await Promise.all([add(now + 60_000, 0), add(now + 60_000, 0)]);
      const [first] = await store.authorities(new Date(now));
      added.push(await add(now + 90_000, 0), await add(now + 90_000, first!.id));
      for (const endsAt of [now + 50_000, now + 40_000]) {
        await store.noteCertificate({
          ...{ authorityId: first!.id, keyId: 2_000_000_000, serial: '0a' },
          ...{ issuedAt: new Date(now), endsAt: new Date(endsAt) },
        });
      }
      const ends = (all: readonly ClientAuthority[]) =>
        all.map((one) => [one.endsAt.getTime() - now, (one.neededUntil?.getTime() ?? now) - now]);
      told.push({
        added: added.filter(Boolean).length,
        both: ends(await store.authorities(new Date(now))),
        later: ends(await store.authorities(new Date(now + 70_000))),
      });
    }
    const expected = {
      added: 2,
      both: [
        [60_000, 50_000],
        [90_000, 0],
      ],
      later: [[90_000, 0]],
    };
    t.deepEqual(told, [expected, expected]);
  },
};
