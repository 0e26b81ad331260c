import test from 'ava';
import { SeededRandom } from '../../../../collector/domain/detection/dga/training/seeded-random.ts';
import { machineNoise } from '../../../support/detection/noise/machines.ts';
import { officeNoise } from '../../../support/detection/noise/office.ts';
import { serviceNoise } from '../../../support/detection/noise/services.ts';
import { alerts, detect } from '../../../support/detection/stored.ts';
import { inOrder } from '../../../support/detection/traffic.ts';

/** What an operator of such a site would say of it. */
const site = { ownZones: ['corp.example-works.com'], roles: [] };

for (const { name, rows } of [...officeNoise, ...machineNoise, ...serviceNoise]) {
  test(`nothing but remarks: ${name}`, (t) => {
    t.deepEqual(alerts(detect(inOrder(rows(new SeededRandom(7))), { settings: { site } })), []);
  });
}
