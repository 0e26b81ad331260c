import test, { type ExecutionContext } from 'ava';
import { contactsOfScan } from '../../../../collector/domain/intelligence/registrations/contacts-of-scan.ts';
import { normalContact } from '../../../../collector/domain/intelligence/registrations/normal-contact.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { sampleScan } from '../../../support/scans/sample-scan.ts';

const path = '/api/v1/reverse-whois';
const csv = `domainName,registrarName,registrarIANAID,contactEmail,registrant_organization,createdDate,nameServers,registrant_countryCode
example.com,"Example Registrar, Inc.",9999,Host@Example.com,"Beispiel GmbH",2015-03-01T10:00:00Z,NS1.example.net|ns2.example.net,DE
example.org,Other Registrar,,info@example.org,REDACTED FOR PRIVACY,03/04/2015,,
not a domain,,,,,,,
`;

async function setUp(t: ExecutionContext) {
  const api = await startTestApi(t);
  const { key: admin } = await api.world.addAccount('admin@example.com', { administrator: true });
  const { key } = await api.world.addAccount('ada@example.com');
  const load = async (type: string, body: string) =>
    (
      await api.request(`${path}/import?source=test`, {
        method: 'POST',
        headers: { 'x-api-key': admin, 'content-type': type },
        body,
      })
    ).body;
  return { api, admin, key, load };
}

test('what was imported is found by each kind of contact, with where it comes from', async (t) => {
  const { api, key, load } = await setUp(t);
  t.deepEqual(await load('text/csv', csv), { rows: 3, imported: 2, malformed: 1, first_malformed: 3 });
  const zone =
    'example.net.\t172800\tin\tns\tns1.example.net.\nexample.net.\t172800\tin\tns\tns3.example.net.\nx\texample\n; end\n';
  t.like(await load('text/plain', zone), { rows: 3, imported: 1, malformed: 1 });
  t.like(
    await load('application/x-ndjson', '{"domain":"example.edu","registrar":"Example Registrar"}\n[]\n'),
    { imported: 1, malformed: 1 },
  );

  const email = (await api.get(`${path}/email/HOST@example.com`, key)).body;
  t.like(email, { search_type: 'email', search_value: 'host@example.com', domain_count: 1, cached: false });
  t.like((email.domains as object[])[0], {
    domain_name: 'example.com',
    registrar_name: 'Example Registrar, Inc.',
    registration_date: '2015-03-01T10:00:00.000Z',
    expiration_date: null,
    nameservers: ['ns1.example.net', 'ns2.example.net'],
    entity_role: 'registrant',
    country_code: 'DE',
    secure_dns_delegated: null,
    source: 'test',
  });
  t.like((await api.get(`${path}/organization/BEISPIEL%20gmbh`, key)).body, { domain_count: 1 });
  t.like((await api.get(`${path}/organization/eispi?match=contains`, key)).body, { domain_count: 1 });
  t.like((await api.get(`${path}/registrar/9999`, key)).body, {
    domain_count: 1,
    registrar_info: { registrar_iana_id: 9_999, abuse_email: null },
  });
  t.like((await api.get(`${path}/registrar/Example%20Registrar`, key)).body, { domain_count: 2 });
  const served = (await api.get(`${path}/nameserver/NS1.example.net.?limit=1`, key)).body;
  t.like(served, { domain_count: 2, domains: [{ domain_name: 'example.com' }] });
  const next = (await api.get(`${path}/nameserver/ns1.example.net?limit=5&cursor=${served.next_cursor}`, key))
    .body;
  t.like(next, { domains: [{ domain_name: 'example.net' }], next_cursor: null });
});

test('a key is needed, every question is written down, and what hides whose it is is refused', async (t) => {
  const { api, key, load } = await setUp(t);
  await load('text/csv', csv);
  t.is((await api.get(`${path}/email/host@example.com`)).status, 401);
  await api.get(`${path}/email/host@example.com`, key);
  const { entries } = await api.world.audit.list(
    { action: 'reverse_whois_searched' },
    { limit: 10, offset: 0 },
  );
  t.like(entries[0], { object: 'reverse_whois:email', details: { domains: 1 } });
  t.false(JSON.stringify(entries).includes('host@example.com'));
  for (const bad of [
    'email/nonsense',
    'email/redacted@privacy.example',
    'organization/REDACTED%20FOR%20PRIVACY',
    'organization/ab?match=contains',
    'nameserver/x',
    'email/host@example.com?limit=1001',
    'email/host@example.com?offset=10001',
    'email/host@example.com?cursor=%20',
  ])
    t.is((await api.get(`${path}/${bad}`, key)).status, 400, bad);
});

test('what somebody had erased is found no more', async (t) => {
  const { api, admin, key, load } = await setUp(t);
  await load('text/csv', csv);
  t.is((await api.send('DELETE', `${path}/email/host@example.com`, undefined, key)).status, 403);
  const erased = await api.send('DELETE', `${path}/email/HOST@example.com`, undefined, admin);
  t.deepEqual(erased.body, { kind: 'email', domain_count: 1 });
  await load('text/csv', csv);
  t.like((await api.get(`${path}/email/host@example.com`, key)).body, { domain_count: 0, domains: [] });
});

test('a scan tells the index what it saw publicly', (t) => {
  const part = (result: object) => ({ at: '', milliseconds: 0, result, findings: [], errors: [] });
  const scan = sampleScan({
    domain: 'www.example.com',
    parts: {
      whois: part({
        registration: {
          source: 'rdap',
          domain: 'example.com',
          registrar: { name: 'Example Registrar Inc.', ianaId: 9, abuseEmail: 'abuse@registrar.example' },
          registrant: { organization: 'Example, Inc.', country: 'us' },
          nameServers: ['ns1.example.com'],
          registeredAt: '2015-03-01T00:00:00.000Z',
          expiresAt: null,
          dnssecSigned: true,
        },
      }),
      delegation: part({ soa: { mailbox: 'hostmaster.example.com' } }),
      dmarc: part({
        aggregateReports: [
          { uri: 'mailto:dmarc@example.com!10m', authorization: 'own' },
          { uri: 'mailto:reports@elsewhere.example', authorization: 'authorized' },
        ],
      }),
      'tls-rpt': part({
        destinations: ['mailto:tls@mail.example.com', 'mailto:tls@elsewhere.com', 'https://example.com/tls'],
      }),
      tls: part({
        valid: true,
        certificate: { subject: 'C=DE,O=Beispiel\\, S\\C3\\B6hne \\+ Co,CN=www.example.com' },
      }),
    },
  });
  const { contacts, ...facts } = contactsOfScan(scan)!;
  t.like(facts, {
    domain: 'example.com',
    registrarIanaId: 9,
    countryCode: 'US',
    secureDns: true,
    source: 'rdap',
  });
  t.deepEqual(
    contacts.map(({ kind, value, role }) => `${kind} ${value} ${role}`),
    [
      'organization example registrant',
      'registrar example registrar registrar',
      'registrar iana:9 registrar',
      'nameserver ns1.example.com nameserver',
      'email hostmaster@example.com soa',
      'email dmarc@example.com dmarc',
      'email tls@mail.example.com tls_rpt',
      'organization beispiel söhne certificate',
    ],
  );
  t.is(contactsOfScan(sampleScan({ domain: 'example.com', parts: {} })), undefined);
  for (const [valid, subject] of [
    [false, 'O=Beispiel'],
    [null, 'O=Beispiel'],
    [true, 'CN=www.example.com'],
    [true, 'CN=a\\,O=Beispiel'],
    [true, 'O=#1303414243'],
  ] as const) {
    const tls = part({ valid, certificate: { subject } });
    t.is(contactsOfScan(sampleScan({ domain: 'example.com', parts: { tls } })), undefined, subject);
  }
});

test('contacts have one form each', (t) => {
  const same = (kind: 'email' | 'organization', ...texts: string[]) =>
    t.is(new Set(texts.map((text) => normalContact(kind, text))).size, 1, texts.join());
  same('organization', 'Example, Inc.', 'EXAMPLE INC', 'Example  Incorporated', 'example');
  same('organization', 'Müller & Söhne GmbH', 'MÜLLER SÖHNE gmbh');
  same('email', 'A@Bücher.example', 'a@xn--bcher-kva.example');
  t.is(normalContact('organization', 'Ltd'), 'ltd');
  t.is(normalContact('organization', 'Domains By Proxy, LLC'), 'domains by proxy');
  t.is(normalContact('email', 'x@domainsbyproxy.com'), undefined);
});
