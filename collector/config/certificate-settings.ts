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
    help: 'Whether agents that enrol get certificates for TLS: not at all (`off`), beside their keys (`offered`), or so that agents without are refused (`required`).',
  }),
  clientCertificateDays: setting(integer(1, 398), '30', {
    env: 'SONDE_CLIENT_CERTIFICATE_DAYS',
    flag: '--client-certificate-days',
    placeholder: 'DAYS',
    help: 'How long such a certificate is good. Agents renew theirs after two thirds of it.',
  }),
  acmeNames: setting(list(hostName), '', {
    env: 'SONDE_ACME_NAMES',
    flag: '--acme-names',
    placeholder: 'NAMES',
    help: 'Host names of the collector, with commas between them: it gets a certificate for them by itself (ACME) and serves TLS.',
  }),
  acmeDirectory: setting(url('https'), 'https://acme-v02.api.letsencrypt.org/directory', {
    env: 'SONDE_ACME_DIRECTORY',
    flag: '--acme-directory',
    placeholder: 'URL',
    help: "The certificate authority's directory. One in a private network needs SONDE_ALLOWED_NETWORKS.",
  }),
  acmeTermsAgreed: setting(yesNo, 'false', {
    env: 'SONDE_ACME_TERMS_AGREED',
    flag: '--acme-terms-agreed',
    placeholder: 'SWITCH',
    help: "Whether you agree to the authority's terms. Without it nothing is asked of an authority that has some.",
  }),
  acmeContact: setting(list(mailAddress), '', {
    env: 'SONDE_ACME_CONTACT',
    flag: '--acme-contact',
    placeholder: 'ADDRESSES',
    help: 'E-mail addresses that the authority may write to.',
  }),
  acmeChallenge: setting(choice('tls-alpn-01', 'http-01'), 'tls-alpn-01', {
    env: 'SONDE_ACME_CHALLENGE',
    flag: '--acme-challenge',
    placeholder: 'KIND',
    help: 'How the authority sees that the names lead here: on port 443 by TLS, or on port 80 without it.',
  }),
  acmeHttpListen: setting(list(listenAddress), ':80', {
    env: 'SONDE_ACME_HTTP_LISTEN',
    flag: '--acme-http-listen',
    placeholder: 'ADDRESS',
    help: 'Where http-01 is answered; people who come there are sent on to https. Empty if a proxy passes /.well-known/acme-challenge/ on to the collector.',
  }),
  acmeExternalAccount: optional(text, {
    env: 'SONDE_ACME_EXTERNAL_ACCOUNT',
    flag: '--acme-external-account',
    placeholder: 'ID',
    help: 'The id of your account with the authority (external account binding), if it wants one.',
  }),
  acmeExternalKey: optional(base64urlKey, {
    env: 'SONDE_ACME_EXTERNAL_KEY',
    flag: '--acme-external-key',
    placeholder: 'KEY',
    help: 'The key of that account.',
    secret: 'all',
  }),
  acmeAuthorities: optional(text, {
    env: 'SONDE_ACME_AUTHORITIES',
    flag: '--acme-authorities',
    placeholder: 'FILE',
    help: 'A PEM file with authorities that may vouch for the directory besides those of the system, as for an authority in your network.',
  }),
});
