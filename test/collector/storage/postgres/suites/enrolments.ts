import { randomUUID } from 'node:crypto';
import { createEnrolmentStore } from '../../../../../collector/storage/postgres/enrolment/enrolments.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import { hashOf, someAccount } from '../../../../support/engines/postgres-samples.ts';

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
};
