import { request } from 'node:http';
import test from 'ava';
import { brandSchema } from '../../../../collector/domain/people/brand/brand.ts';
import { startTestApi, type TestApi } from '../../../support/http/http.ts';

const path = '/api/v2/whitelabel/config';

/** As a browser under another host would ask. */
function ask(api: TestApi, headers: Record<string, string>) {
  return new Promise<{ status: number; tag: string; body: { name?: string } }>((resolve, reject) => {
    request(`${api.url}${path}`, { headers }, async (response) => {
      let text = '';
      for await (const part of response) text += part;
      const body = text === '' ? {} : (JSON.parse(text) as { name: string });
      resolve({ status: response.statusCode!, tag: response.headers.etag!, body });
    })
      .on('error', reject)
      .end();
  });
}

test('a host shows its brand, others the own one, and a proxy is believed only if it is trusted', async (t) => {
  for (const trusted of [true, false]) {
    const api = await startTestApi(t, { settings: { trustedProxies: trusted ? ['127.0.0.1'] : [] } });
    const { brands } = api.world.contents;
    const acme = brandSchema.parse({ id: 'acme', hosts: ['dns.acme.example'], name: 'Acme DNS' });
    brands.current = { items: [acme], version: '2', problems: [] };
    const own = await ask(api, {});
    t.is(own.body.name, 'Sonde');
    const theirs = await ask(api, { host: 'dns.acme.example' });
    t.is(theirs.body.name, 'Acme DNS');
    t.is((await ask(api, { host: 'dns.acme.example', 'if-none-match': theirs.tag })).status, 304);
    t.is((await ask(api, { host: 'x.example', 'if-none-match': theirs.tag })).status, 200);
    const forwarded = await ask(api, { 'x-forwarded-host': 'dns.acme.example' });
    t.is(forwarded.body.name, trusted ? 'Acme DNS' : 'Sonde');
  }
});
