import test from 'ava';
import { DerError } from '../../../../../scanner/protocols/tls/der/der-error.ts';
import { CertificateReader } from '../../../../../scanner/protocols/tls/x509/certificate-reader.ts';
import { makeAuthority } from '../../../../support/x509/make-certificate.ts';

test('a certificate is read once, whoever has its octets', (t) => {
  const reader = new CertificateReader();
  const { der } = makeAuthority('Root');
  const first = reader.read(der);
  t.is(reader.read(Buffer.from(der)), first);
  const changed = Buffer.from(der);
  changed[changed.length - 1]! ^= 1;
  t.not(reader.read(changed), first);
});

test('what is no certificate is none each time', (t) => {
  const reader = new CertificateReader();
  for (const octets of [Buffer.from('hello'), Buffer.from('hello'), Buffer.alloc(20_000)]) {
    t.throws(() => reader.read(octets), { instanceOf: DerError });
    t.deepEqual(reader.readable(octets), []);
  }
});
