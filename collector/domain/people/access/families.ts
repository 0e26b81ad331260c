/** The table tells what the operations of each family are for, by the heading that they stand under. */
export const families: Readonly<Record<string, string>> = {
  Authentication: 'Accounts, logins and tokens.',
  'Provisioning (SCIM)':
    'By which a provider tells who the people of an account are, and takes them out (RFC 7643, 7644): at `/api/v2/scim`, with a key for provisioning.',
  'Single sign-on':
    'Signing in by a provider of OpenID Connect that an account, or the whole installation, sets up. SAML is unsupported.',
  'Catalogue and courses': 'What this installation is made of, and courses whose exercises run against it.',
  Compliance: 'Reports of what was measured of the controls of frameworks, signed and dated.',
  Account: "The account's keys, and what it used of its day.",
  Administration: 'Accounts, tiers and the record of who did what, for administrators.',
  Sinks: 'Receivers outside that stored queries and threats are passed on to, for administrators.',
  'DNS monitoring': 'Locations, the queries that their agents saw, and the threats found in them.',
  Enrolment: 'Tokens by which agents get keys of their own, and the agents that did.',
  Notifications: 'Channels that tell of threats, and what came of each message.',
  Addresses:
    'Scans of addresses, ranges and autonomous systems, reports of addresses, and the datasets behind them.',
  'Reverse WHOIS':
    'Domains by the e-mail address, organization, registrar or name server that they were publicly seen with.',
  Domains: 'Scans of domains, their results and history, and the domains that are tracked.',
  'DNS intelligence': 'Single analyses of domains, resolvers and DNS errors.',
  'Names beside the DNS':
    'Names of the Ethereum Name Service, the blockchain domain registry, Handshake, I2P, Tor and Namecoin.',
  'Web technologies': 'What sites are made of, as scans saw it, and how well they are made.',
  'Bulk scans': 'Scans of many domains as one job.',
  'Passive DNS': 'What names answered, when and how often, as the locations saw it.',
  'Certificate logs':
    'Certificates that the followed logs have, those of watched domains and of their look-alikes, and how far each log is verified.',
  Fingerprints: 'Fingerprints of clients by their TLS handshakes.',
  'Threat intelligence':
    'Names, addresses and vulnerabilities of bad repute, and the feeds that tell of them.',
  Sharing: 'Threats and own indicators for other programs: a TAXII 2.1 server, MISP feeds and block lists.',
  Resolvers: 'Resolvers that ask for verdicts, follow a policy and report statistics and alerts.',
};
