import { openPostgres } from '../../../collector/storage/postgres/pool.ts';
import { silentLog } from '../silent-log.ts';
import { createFollowed } from './followed.ts';

/** A follower in a process of its own, which somebody kills: connection, list and location are in its environment. */
const { connection, list, locationId } = JSON.parse(process.env.FOLLOWER ?? '{}');
const { follower } = createFollowed(openPostgres(connection, silentLog), () => list, {
  collectorId: `child ${process.pid}`,
  clock: { now: () => Date.now() * 1_200 },
  match: (certificates) =>
    certificates.map((certificate) => ({
      locationId,
      watched: 'example.com',
      relation: 'own',
      imitation: null,
      score: null,
      name: 'example.com',
      certificate,
    })),
});
follower.start();
