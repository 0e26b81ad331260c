import { optional, setting, settingsAbout } from '@sonde/shared/settings/setting.ts';
import { choice, integer, list, readBy, text, url, yesNo } from '@sonde/shared/settings/setting-types.ts';
import { listenAddress } from './setting-types.ts';

const longestName = 253;
const hostName = readBy('a host name such as `sonde.example.net`', (value) => {
  const name = value.toLowerCase();
  const isName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/.test(name);
  return isName && name.length <= longestName ? name : undefined;
});
const mailAddress = readBy('an e-mail address', (value) =>
  /^[^\s@,?]{1,64}@[^\s@,?]{1,253}$/.test(value) ? value : undefined,
);
/** At least as long as the HMAC's own result would be good; authorities give 32 octets and more. */
const leastKeyBytes = 16;
const base64urlKey = readBy('a key in base64url, as the authority gives it', (value) => {
  const bytes = /^[A-Za-z0-9_-]+=*$/.test(value) ? Buffer.from(value, 'base64url') : Buffer.alloc(0);
  return bytes.length >= leastKeyBytes ? bytes : undefined;
});

/** Certificate settings name the authority that the collector gets its certificate from by itself (ACME, RFC 8555). */
export const certificateSettings = settingsAbout('Certificate', 'SONDE_', {
  clientCertificates: setting(choice('off', 'offered', 'required'), 'off', {
    env: 'SONDE_CLIENT_CERTIFICATES',
    flag: '--client-certificates',
    placeholder: 'MODE',
    help: 'Whether agents that enrol get certificates for TLS: none (`off`), one in addition to their keys (`offered`), or one without which the collector refuses an agent (`required`).',
  }),
  clientCertificateDays: setting(integer(1, 398), '30', {
    env: 'SONDE_CLIENT_CERTIFICATE_DAYS',
    flag: '--client-certificate-days',
    placeholder: 'DAYS',
    help: 'The lifetime of these certificates in days. Agents renew their certificate after two thirds of it.',
  }),
  acmeNames: setting(list(hostName), '', {
    env: 'SONDE_ACME_NAMES',
    flag: '--acme-names',
    placeholder: 'NAMES',
    help: 'Host names of the collector, separated by commas. The collector gets a certificate for them by ACME, and serves TLS.',
  }),
  acmeDirectory: setting(url('https'), 'https://acme-v02.api.letsencrypt.org/directory', {
    env: 'SONDE_ACME_DIRECTORY',
    flag: '--acme-directory',
    placeholder: 'URL',
    help: 'The ACME directory of the certificate authority. An authority in a private network needs SONDE_ALLOWED_NETWORKS.',
  }),
  acmeTermsAgreed: setting(yesNo, 'false', {
    env: 'SONDE_ACME_TERMS_AGREED',
    flag: '--acme-terms-agreed',
    placeholder: 'SWITCH',
    help: 'Whether you agree to the terms of the authority. If the authority has terms, the collector requests nothing without your agreement.',
  }),
  acmeContact: setting(list(mailAddress), '', {
    env: 'SONDE_ACME_CONTACT',
    flag: '--acme-contact',
    placeholder: 'ADDRESSES',
    help: 'E-mail addresses at which the authority can contact you.',
  }),
  acmeChallenge: setting(choice('tls-alpn-01', 'http-01'), 'tls-alpn-01', {
    env: 'SONDE_ACME_CHALLENGE',
    flag: '--acme-challenge',
    placeholder: 'KIND',
    help: 'How the authority verifies the names: by TLS on port 443 (`tls-alpn-01`), or without TLS on port 80 (`http-01`).',
  }),
  acmeHttpListen: setting(list(listenAddress), ':80', {
    env: 'SONDE_ACME_HTTP_LISTEN',
    flag: '--acme-http-listen',
    placeholder: 'ADDRESS',
    help: 'The addresses and ports that answer http-01 and redirect people to https. Leave this empty if a proxy forwards /.well-known/acme-challenge/ to the collector.',
  }),
  acmeExternalAccount: optional(text, {
    env: 'SONDE_ACME_EXTERNAL_ACCOUNT',
    flag: '--acme-external-account',
    placeholder: 'ID',
    help: 'The id of your account at the authority (external account binding), if the authority requires an account.',
  }),
  acmeExternalKey: optional(base64urlKey, {
    env: 'SONDE_ACME_EXTERNAL_KEY',
    flag: '--acme-external-key',
    placeholder: 'KEY',
    help: 'The key of your account at the authority (external account binding).',
    secret: 'all',
  }),
  acmeAuthorities: optional(text, {
    env: 'SONDE_ACME_AUTHORITIES',
    flag: '--acme-authorities',
    placeholder: 'FILE',
    help: 'A PEM file with authorities that the collector trusts for the directory, in addition to those of the system. Use it for an authority in your network.',
  }),
});
