import test from 'ava';
import { testEncryptedDns } from '../../../../../collector/domain/scan/encrypted-dns/test-encrypted-dns.ts';
import { AddressPolicy } from '../../../../../collector/network/address-policy.ts';
import { createTlsProbe } from '../../../../../collector/network/tls/create-tls-probe.ts';
import { bindingData } from '../../../../support/scans/generic-data.ts';
import { recordedDns } from '../../../../support/scans/recorded-dns.ts';
import { scanPorts, siteWith } from '../../../../support/scans/scan-ports.ts';
import { makeAuthority, makeServer } from '../../../../support/x509/make-certificate.ts';
import { startTlsServer } from '../../../../support/x509/tls-server.ts';

const root = makeAuthority('Root');
const own = makeServer(['dns.example.com'], root);
const tls = createTlsProbe({ policy: new AddressPolicy(['127.0.0.0/8']), extraAuthorities: [root.pem] });

test('what is advertised is tried, and QUIC is told to be beyond this program', async (t) => {
  const port = await startTlsServer(t, [own], { ALPNProtocols: ['dot'] });
  const dns = recordedDns(`dns.example.com A 127.0.0.1
    _dns.dns.example.com SVCB ${bindingData(`1 . alpn=dot,doq port=${port}`)}
    _dns.dns.example.com SVCB ${bindingData('2 . alpn=h2 dohpath=/dns-query{?dns}')}`);
  const url = 'https://dns.example.com/dns-query?dns=AAABAAABAAAAAAAAAAACAAE';
  const site = siteWith(url, { 'content-type': 'application/dns-message' });
  const { result, errors } = await testEncryptedDns('dns.example.com', scanPorts({ dns, tls, ...site }));
  t.is(result.doq.status, 'unsupported');
  t.deepEqual(result.doq.advertised, [{ target: 'dns.example.com', port, path: null }]);
  t.is(result.dot.status, 'works');
  t.is(result.doh.status, 'works');
  t.deepEqual(errors, []);
});

test('nothing advertised, and nobody there', async (t) => {
  const dns = recordedDns('dns.example.com A 127.0.0.1');
  const { result } = await testEncryptedDns('dns.example.com', scanPorts({ dns, tls }));
  t.is(result.doq.status, 'unsupported');
  t.deepEqual(result.doq.advertised, []);
  t.is(result.dot.status, 'refused');
  t.is(result.doh.status, 'not_advertised');
});

test('a site that answers with something else does not speak DNS', async (t) => {
  const dns = recordedDns(`_dns.dns.example.com SVCB ${bindingData('1 . alpn=h2 dohpath=/q{?dns}')}
    dns.example.com A !timeout`);
  const site = siteWith('https://dns.example.com/q?dns=AAABAAABAAAAAAAAAAACAAE', {
    'content-type': 'text/html',
  });
  const { result, errors } = await testEncryptedDns('dns.example.com', scanPorts({ dns, tls, ...site }));
  t.is(result.doh.status, 'refused');
  t.is(result.dot.status, 'unreachable');
  t.deepEqual(
    errors.map(({ code }) => code),
    ['timeout'],
  );
});
