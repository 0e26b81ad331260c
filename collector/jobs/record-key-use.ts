import type { KeyAuthentication } from '../domain/people/access/key-authentication.ts';
import { defineJob } from './define-job.ts';

export const recordKeyUse = defineJob<{ readonly authentication: Pick<KeyAuthentication, 'flush'> }>({
  name: 'record-key-use',
  summary: 'Writes down when API keys were used last, many at once.',
  everySeconds: 30,
  run: ({ authentication }) => authentication.flush(),
});
