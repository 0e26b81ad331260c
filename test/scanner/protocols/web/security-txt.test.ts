import test from 'ava';
import fc from 'fast-check';
import { mailboxesIn, readSecurityTxt } from '../../../../scanner/protocols/web/security-txt.ts';

test('contacts and the end are read from plain and signed files, whatever the letters and line ends', (t) => {
  const plain = readSecurityTxt(
    '# Whom to tell\r\nCONTACT: mailto:security@example.com?subject=x\r\nContact: https://example.com/tell\r\nexpires: 2999-01-01T00:00:00Z\r\n',
  );
  t.deepEqual(plain.contacts, ['mailto:security@example.com?subject=x', 'https://example.com/tell']);
  t.is(plain.expiresAt, Date.UTC(2999, 0, 1));
  t.deepEqual(mailboxesIn(plain.contacts), ['security@example.com']);
  const signed = readSecurityTxt(
    '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nContact: mailto:a%2Bb@example.com\nExpires: soon\n-----BEGIN PGP SIGNATURE-----\n',
  );
  t.is(signed.expiresAt, undefined);
  t.deepEqual(mailboxesIn(signed.contacts), ['a+b@example.com']);
  t.deepEqual(mailboxesIn(['mailto:%zz@example.com', 'tel:+1', 'security@example.com']), []);
});

test('no text makes the reader throw, and a file of contacts alone gives twenty', (t) => {
  t.is(readSecurityTxt('Contact: mailto:a@example.com\n'.repeat(2_000)).contacts.length, 20);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { contacts } = readSecurityTxt(text);
      mailboxesIn(contacts);
      return contacts.length <= 20;
    }),
  );
});
