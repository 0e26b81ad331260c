import { defineProvider, nothingAgainst } from './provider.ts';
import { textOf, timeOf } from './read-json.ts';

export const greyNoise = defineProvider({
  id: 'greynoise',
  name: 'GreyNoise Community',
  base: 'https://api.greynoise.io/v3/community/',
  perDay: 50,
  ask: (address, key) => ({ path: encodeURIComponent(address), headers: { key } }),
  // 404 is how it says that it saw nothing of the address.
  alsoAnswers: [404],
  read: (body) => {
    if (typeof body.noise !== 'boolean' || typeof body.riot !== 'boolean') return undefined;
    const isMalicious = body.noise && !body.riot && body.classification === 'malicious';
    return {
      ...nothingAgainst,
      severity: isMalicious ? 0.8 : 0,
      reason: textOf(body.classification),
      seenAt: timeOf(body.last_seen),
      categories: isMalicious ? [9] : [],
    };
  },
});
