import { HttpError } from '../http-error.ts';
import { type ChallengeAnswer, challengeAnswer, challengePath } from '../server/challenge-server.ts';
import type { SystemRoute } from './system-route.ts';

/** Answers the challenge http-01 behind a proxy, or for an authority that was sent on to https. */
export function challengeRoute(answer: ChallengeAnswer): SystemRoute {
  return {
    method: 'GET',
    path: `${challengePath}:token`,
    handle: async (context) => {
      const token = context.path.slice(challengePath.length);
      const found = await challengeAnswer(answer, token);
      if (found === undefined) throw new HttpError('unknown_route', 'There is no such challenge.');
      context.type = 'text/plain';
      context.body = found;
    },
  };
}
