import { TrustedProxies } from '../../../collector/http/client-address.ts';
import { RequestSessions } from '../../../collector/http/session/request-sessions.ts';

/** Where nobody is signed in with a browser. */
export const noSessions = new RequestSessions({
  authenticate: async () => undefined,
  installationId: '00000000-0000-4000-8000-000000000000',
  trustedProxies: new TrustedProxies([]),
});
