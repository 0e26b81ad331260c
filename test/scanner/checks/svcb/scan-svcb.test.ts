import test from 'ava';
import { svcbScanner } from '../../../../scanner/checks/svcb/scan-svcb.ts';
import { echConfigList } from '../../../support/scans/ech-sample.ts';
import { bindingData, genericData } from '../../../support/scans/generic-data.ts';
import { recordedDns } from '../../../support/scans/recorded-dns.ts';
import { scanPorts } from '../../../support/scans/scan-ports.ts';

const ech = echConfigList('public.example').toString('base64');

async function scan(zone: string) {
  const dns = recordedDns(zone);
  const part = await svcbScanner.scan('example.com', scanPorts({ dns }));
  return { ...part, dns, codes: part.findings.map(({ code }) => code) };
}

interface Case {
  readonly what: string;
  readonly zone: string;
  readonly codes: readonly string[];
  readonly http3?: boolean | null;
  readonly ech?: boolean | null;
}

const cases: readonly Case[] = [
  { what: 'no records', zone: 'example.com A 192.0.2.1', codes: ['no_https_record'] },
  {
    what: 'HTTP/3 and hints that agree',
    zone: `example.com A 192.0.2.1
      example.com HTTPS ${bindingData('1 . alpn=h2,h3 ipv4hint=192.0.2.1')}`,
    codes: ['https_record'],
    http3: true,
  },
  {
    what: 'hints that differ',
    zone: `example.com A 192.0.2.1
      example.com HTTPS ${bindingData('1 . alpn=h2 ipv4hint=192.0.2.2')}`,
    codes: ['https_record', 'hints_differ'],
  },
  {
    what: 'ECH',
    zone: `example.com HTTPS ${bindingData(`1 . alpn=h2 ech=${ech}`)}`,
    codes: ['https_record'],
    ech: true,
  },
  {
    what: 'ECH that is broken',
    zone: `example.com HTTPS ${bindingData('1 . alpn=h2 ech=AAAA')}`,
    codes: ['https_record', 'broken_ech'],
  },
  {
    what: 'an alias that is followed',
    zone: `example.com HTTPS ${bindingData('0 svc.example.net.')}
      svc.example.net HTTPS ${bindingData('1 . alpn=h3')}`,
    codes: ['https_record'],
    http3: true,
  },
  {
    what: 'an alias with parameters',
    zone: `example.com HTTPS ${bindingData('0 svc.example.net. alpn=h2')}
      svc.example.net A 192.0.2.1`,
    codes: ['https_record', 'alias_with_parameters'],
  },
  {
    what: 'an alias beside a service',
    zone: `example.com HTTPS ${bindingData('0 svc.example.net.')}
      example.com HTTPS ${bindingData('1 . alpn=h3')}
      svc.example.net A 192.0.2.1`,
    codes: ['https_record', 'alias_beside_services'],
  },
  {
    what: 'two aliases',
    zone: `example.com HTTPS ${bindingData('0 a.example.net.')}
      example.com HTTPS ${bindingData('0 b.example.net.')}
      a.example.net A 192.0.2.1`,
    codes: ['https_record', 'several_aliases'],
  },
  {
    what: 'aliases in a circle',
    zone: `example.com HTTPS ${bindingData('0 a.example.net.')}
      a.example.net HTTPS ${bindingData('0 example.com.')}`,
    codes: ['https_record', 'alias_loop'],
  },
  {
    what: 'endless aliases',
    zone: `example.com HTTPS ${bindingData('0 a0.example.net.')}
      ${Array.from({ length: 20 }, (_, n) => `a${n}.example.net HTTPS ${bindingData(`0 a${n + 1}.example.net.`)}`).join('\n')}`,
    codes: ['https_record', 'alias_chain_too_long'],
  },
  {
    what: 'a service that is not there',
    zone: `example.com HTTPS ${bindingData('0 .')}`,
    codes: ['https_record', 'service_not_available'],
  },
  {
    what: 'a key that nobody knows and that is mandatory',
    zone: `example.com HTTPS ${bindingData('1 . alpn=h3 mandatory=key667 key667=x')}`,
    codes: ['https_record', 'unknown_mandatory_key'],
  },
  {
    what: 'keys out of order beside a sound record',
    zone: `example.com HTTPS ${genericData(Buffer.from('00010000030002003500010003026833', 'hex'))}
      example.com HTTPS ${bindingData('1 . alpn=h3')}`,
    codes: ['https_record', 'malformed_keys_out_of_order'],
  },
  {
    what: 'a key that will never mean anything',
    zone: `example.com HTTPS ${bindingData('1 . alpn=h3 key65535=x')}`,
    codes: ['https_record', 'reserved_key'],
    http3: true,
  },
  {
    what: 'a DNS service with a path that is none',
    zone: `_dns.example.com SVCB ${bindingData('1 dns.example.com. alpn=h2 key7=dns-query')}`,
    codes: ['no_https_record', 'bad_dohpath'],
  },
  {
    what: 'a DNS service over QUIC',
    zone: `_dns.example.com SVCB ${bindingData('1 dns.example.com. alpn=doq port=853')}`,
    codes: ['no_https_record'],
  },
  {
    what: 'no answer',
    zone: 'example.com HTTPS !timeout',
    codes: ['https_unanswered'],
    http3: null,
    ech: null,
  },
];

for (const { what, zone, codes, http3 = false, ech: hasEch = false } of cases) {
  test(`${what}`, async (t) => {
    const { codes: found, result, findings, dns } = await scan(zone);
    t.deepEqual(found, [...codes]);
    t.is(result.supportsHttp3, http3);
    t.is(result.supportsEch, hasEch);
    for (const { rule } of findings) t.regex(rule, /^RFC [0-9]+ section/);
    t.true(dns.questionsAsked <= 20);
  });
}

test('a question without an answer is an error, and the others are told', async (t) => {
  const { errors, result } = await scan(`example.com HTTPS !timeout
    _dns.example.com SVCB ${bindingData('1 dns.example.com. alpn=dot')}`);
  t.deepEqual(
    errors.map(({ source, code }) => ({ source, code })),
    [{ source: 'svcb', code: 'timeout' }],
  );
  t.deepEqual(
    result.svcbRecords?.map(({ alpn }) => alpn),
    [['dot']],
  );
});
