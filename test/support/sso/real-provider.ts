import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import type { Ending } from '../temporary-directory.ts';

export const client = { id: 'sonde', secret: 'a secret of the client that is long' };

/** A whole provider of OpenID Connect on loopback: whoever gives a name is that person, with a verified address. */
export async function startRealProvider(
  t: Ending,
  urls: { readonly redirect: string; readonly backchannelLogout: string },
): Promise<{ issuer: string }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [urls.redirect],
        backchannel_logout_uri: urls.backchannelLogout,
        backchannel_logout_session_required: true,
        require_auth_time: true,
      },
    ],
    features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'groups'] },
    cookies: { keys: ['a key of cookies'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@acme.example`,
        email_verified: true,
        given_name: 'Ada',
        groups: ['dns-team'],
      }),
    }),
    // It refuses loopback, where the collector of the test is.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
  });
  server.on('request', provider.callback());
  return { issuer };
}
