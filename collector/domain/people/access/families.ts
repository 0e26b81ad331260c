/** The table tells what the operations of each family are for, by the heading that they stand under. */
export const families: Readonly<Record<string, string>> = {
  Authentication: 'Accounts, logins and tokens.',
  'Provisioning (SCIM)':
    'An identity provider adds and removes the people of an account (RFC 7643, RFC 7644), at `/api/v2/scim` with a provisioning key.',
  'Single sign-on':
    'Sign-in with an OpenID Connect provider of an account or of the whole installation. SAML is unsupported.',
  'Catalogue and courses': 'The parts of this installation, and courses whose exercises run against it.',
  Compliance: 'Signed and dated reports of measurements for the controls of compliance frameworks.',
  Account: "The account's keys, usage, audit log and data export.",
  Administration: 'Accounts, tiers, the audit log and the collector itself, for administrators.',
  Sinks: 'External receivers of stored queries and threats, for administrators.',
  'DNS monitoring': 'Locations, the queries that their agents observed, and the threats found in them.',
  Enrolment: 'Tokens with which agents get keys of their own, and the enrolled agents.',
  Notifications: 'Channels that report threats, the state of each message, and mailed reports.',
  Addresses:
    'Scans of addresses, ranges and autonomous systems, reports of addresses, and the datasets behind them.',
  'Reverse WHOIS':
    'Search for domains by e-mail address, organization, registrar or name server in public data.',
  Domains: 'Scans of domains, their results and history, and the tracked domains.',
  'DNS intelligence': 'Analyses of single domains, resolvers, zones, configurations and DNS errors.',
  'Names beside the DNS':
    'Names of the Ethereum Name Service, the blockchain domain registry, Handshake, I2P, Tor and Namecoin.',
  'Web technologies': 'The technologies of websites, and checks of their quality.',
  'Bulk scans': 'Scans of many domains and IP addresses in one job.',
  'Passive DNS': 'Records that the locations saw in responses, with times and counts.',
  'Certificate logs':
    'Certificates in the followed logs, for watched domains and their look-alikes, and the state of each log.',
  Fingerprints: 'Fingerprints of clients from their TLS handshakes.',
  'Threat intelligence':
    'Malicious names and addresses, exploited vulnerabilities, and the feeds that list them.',
  Sharing:
    'Threats and imported indicators for other programs: a TAXII 2.1 server, MISP feeds and block lists.',
  Resolvers: 'Resolvers that request verdicts, enforce a policy, and report statistics and alerts.',
};
