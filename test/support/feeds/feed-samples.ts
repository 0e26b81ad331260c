/**
 * Documents in the true format of each feed, composed for the tests: the names and addresses are reserved ones or made
 * up, none is anybody's listing. `indicators` is how many of the rows are good, `first` the first of them.
 */
export interface FeedSample {
  readonly document: string;
  readonly indicators: number;
  readonly first: string;
  readonly malformed?: number;
  /** Further files by their path, for feeds of several. */
  readonly files?: Readonly<Record<string, string>>;
}

const plainAddresses: FeedSample = {
  document: '# Updated today\n45.0.0.1\n45.0.0.2   # with a remark\n\n2a00:1::/48\nnonsense\n',
  indicators: 3,
  first: '45.0.0.1',
  malformed: 1,
};
const dataplane: FeedSample = {
  document:
    '# addresses\n64500          |  EXAMPLE-AS                    |   45.0.0.3  |  2026-09-20 10:00:00  |  sshpwauth\n64501 | OTHER | 45.0.0.4 | 2026-09-21 10:00:00 | sshpwauth\nbroken line\n',
  indicators: 2,
  first: '45.0.0.3',
  malformed: 1,
};
const hostNames: FeedSample = {
  document:
    '# Title\n127.0.0.1 localhost\n0.0.0.0 ads.made-up-ads.com\n0.0.0.0 bad.made-up-host.net # why\n0.0.0.0 _\n',
  indicators: 2,
  first: 'ads.made-up-ads.com',
  malformed: 1,
};
const names: FeedSample = {
  document: '# list\nmade-up-one.com\nmade-up-two.net\nhttp://no-name\n',
  indicators: 2,
  first: 'made-up-one.com',
  malformed: 1,
};
const urls: FeedSample = {
  document: 'http://made-up-login.com/secure/\nhttps://45.0.0.9/x?y=1#z\nftp://45.0.0.9/\n',
  indicators: 2,
  first: 'made-up-login.com/secure/',
  malformed: 1,
};
const event = (uuid: string, attributes: object[]): string =>
  JSON.stringify({ Event: { uuid, info: 'A made-up campaign', Attribute: attributes, Object: [] } });
const uuid = '0b7b2c1e-1111-4a4a-8b8b-000000000001';
const misp: FeedSample = {
  document: JSON.stringify({ [uuid]: { timestamp: '1789900000', info: 'x' }, 'no-uuid': {} }),
  files: {
    [`/${uuid}.json`]: event(uuid, [
      { type: 'domain', value: 'made-up-c2.com', to_ids: true, timestamp: '1789900000' },
      { type: 'ip-dst|port', value: '45.0.0.10|443', to_ids: true },
      { type: 'sha256', value: 'a'.repeat(64), to_ids: true },
      { type: 'domain', value: 'www.innocent-site.com', to_ids: false },
    ]),
  },
  indicators: 2,
  first: 'made-up-c2.com',
};

export const feedSamples: Readonly<Record<string, FeedSample>> = {
  urlhaus: {
    document: `################\n# id,dateadded,url,url_status,last_online,threat,tags,urlhaus_link,reporter\n"3001","2026-09-20 10:00:00","http://made-up-drop.com/a.exe","online","2026-09-21 09:00:00","malware_download","exe","https://urlhaus.abuse.ch/url/3001/","someone"\n"3002","2026-09-20 10:00:00","http://45.0.0.7:8080/i","offline","","malware_download","elf,""Mirai""","https://urlhaus.abuse.ch/url/3002/","someone"\n"3003","unfinished\n`,
    indicators: 2,
    first: 'made-up-drop.com/a.exe',
    malformed: 1,
  },
  threatfox: {
    document: `# "first_seen_utc","ioc_id",...\n"2026-09-20 10:00:00", "1700001", "made-up-c2.com", "domain", "botnet_cc", "win.x", "None", "Xrat", "", "100", "False", "None", "tag", "0", "someone"\n"2026-09-20 10:00:00", "1700002", "45.0.0.8:4444", "ip:port", "botnet_cc", "win.x", "None", "Xrat", "", "75", "False", "None", "tag", "0", "someone"\n"2026-09-20 10:00:00", "1700003", "${'b'.repeat(64)}", "sha256_hash", "payload", "win.x", "None", "Xrat", "", "75", "False", "None", "tag", "0", "someone"\n"2026-09-20 10:00:00", "1700004", "unsure-name.com", "domain", "botnet_cc", "win.x", "None", "Xrat", "", "25", "False", "None", "tag", "0", "someone"\n`,
    indicators: 2,
    first: 'made-up-c2.com',
  },
  'feodo-tracker': {
    document: JSON.stringify([
      {
        ip_address: '45.0.0.5',
        port: 443,
        status: 'online',
        hostname: null,
        as_number: 64500,
        as_name: 'X',
        country: 'AT',
        first_seen: '2026-09-01 00:00:00',
        last_online: '2026-09-20',
        malware: 'Xbot',
      },
      { port: 1 },
    ]),
    indicators: 1,
    first: '45.0.0.5',
    malformed: 1,
  },
  sslbl: {
    document: `# Listingdate,SHA1,Listingreason\r\n2026-09-20 10:00:00,${'0a'.repeat(20)},Xrat C&C\r\n2026-09-20 10:00:00,zz,Xrat C&C\r\n`,
    indicators: 1,
    first: '0a'.repeat(20),
    malformed: 1,
  },
  'spamhaus-drop-v4': {
    document:
      '{"cidr":"45.0.0.0/22","sblid":"SBL1","rir":"ripencc"}\n{"cidr":"45.0.0.0/22","sblid":"SBL1","rir":"ripencc"}\n{"cidr":"45.1.0.0/16","sblid":"SBL2","rir":"arin"}\n{"cidr"\n{"type":"metadata","timestamp":1789900000,"size":100,"records":2}\n',
    indicators: 2,
    first: '45.0.0.0/22',
    malformed: 1,
  },
  'spamhaus-drop-v6': {
    document:
      '{"cidr":"2a00:1234::/32","sblid":"SBL3","rir":"ripencc"}\n{"type":"metadata","timestamp":1789900000,"size":100,"records":1}\n',
    indicators: 1,
    first: '2a00:1234::/32',
  },
  'dshield-block': {
    document:
      '#\n#  DShield\nStart\tEnd\tNetmask\tAttacks\tName\tCountry\temail\n45.0.0.0\t45.0.0.255\t24\t1000\tEXAMPLE\tAT\tabuse@example.com\n',
    indicators: 1,
    first: '45.0.0.0/24',
  },
  'blocklist-de': plainAddresses,
  'cins-army': plainAddresses,
  'emerging-threats-compromised': plainAddresses,
  'emerging-threats-block': plainAddresses,
  greensnow: plainAddresses,
  'binary-defense': plainAddresses,
  bruteforceblocker: {
    document: '# IP   # Last Reported Count ID\n45.0.0.1\t\t# 2026-09-20 10:00:00\t\t5\t100\n',
    indicators: 1,
    first: '45.0.0.1',
  },
  'firehol-level1': plainAddresses,
  'threatview-ip': plainAddresses,
  'threatview-c2': { document: '#IP,Date,Host\n45.0.0.1,2026-09-20,x\n', indicators: 1, first: '45.0.0.1' },
  'threatview-domain': names,
  'threatview-url': urls,
  'tor-exits': {
    document:
      'ExitNode 0011BD2485AD45D984EC4159C88FC066E5E3300E\nPublished 2026-09-20 10:00:00\nLastStatus 2026-09-20 11:00:00\nExitAddress 45.0.0.6 2026-09-20 11:10:00\n',
    indicators: 1,
    first: '45.0.0.6',
  },
  ipsum: { document: '# IPsum\n45.0.0.1\t8\n45.0.0.2\t2\n', indicators: 1, first: '45.0.0.1' },
  'dataplane-sshpwauth': dataplane,
  'dataplane-dnsrd': dataplane,
  'turris-greylist': {
    document: 'Address,Country,Tags\n45.0.0.1,AT,"telnet,smtp"\n',
    indicators: 1,
    first: '45.0.0.1',
  },
  viriback: {
    document: 'Family,URL,IP,FirstSeen\nXbot,http://made-up-panel.com/login.php,45.0.0.1,19-09-2026\n',
    indicators: 1,
    first: 'made-up-panel.com/login.php',
  },
  openphish: urls,
  phishtank: {
    document:
      'phish_id,url,phish_detail_url,submission_time,verified,verification_time,online,target\n900,"http://made-up-bank.com/a,b",http://www.phishtank.com/phish_detail.php?phish_id=900,2026-09-20T10:00:00+00:00,yes,2026-09-20T11:00:00+00:00,yes,Other\n',
    indicators: 1,
    first: 'made-up-bank.com/a,b',
  },
  'phishing-army': names,
  phishunt: {
    document: JSON.stringify([
      { uuid: 'x', date: '2026-09-20', url: 'https://made-up-login.com/', company: 'Somebody' },
    ]),
    indicators: 1,
    first: 'made-up-login.com/',
  },
  'cert-polska': {
    document: JSON.stringify([
      {
        RegisterPositionId: 1,
        DomainAddress: 'made-up-shop.pl',
        InsertDate: '2026-09-20T10:00:00',
        DeleteDate: null,
      },
      {
        RegisterPositionId: 2,
        DomainAddress: 'was-good.pl',
        InsertDate: '2020-01-01T10:00:00',
        DeleteDate: '2021-01-01T10:00:00',
      },
    ]),
    indicators: 1,
    first: 'made-up-shop.pl',
  },
  'red-flag-domains': names,
  botvrij: misp,
  'circl-osint': misp,
  tweetfeed: {
    document:
      '2026-09-20 10:00:00,someone,url,https://made-up-login.com/x,#phishing,https://tweet\n2026-09-20 10:00:00,someone,md5,abc,#x,https://tweet\n2026-09-20 10:00:00,someone,ip,45.0.0.1,#c2,https://tweet\n',
    indicators: 2,
    first: 'made-up-login.com/x',
  },
  'stevenblack-hosts': hostNames,
  'hagezi-tif': names,
  'oisd-small': names,
  'stopforumspam-toxic': names,
  epss: {
    document:
      '#model_version:v2026,score_date:2026-09-20T00:00:00+0000\ncve,epss,percentile\nCVE-2026-10001,0.94,0.99\nCVE-2026-10002,0.0004,0.1\n',
    indicators: 1,
    first: 'CVE-2026-10001',
  },
  'cisa-kev': {
    document: JSON.stringify({
      title: 'CISA Catalog of Known Exploited Vulnerabilities',
      catalogVersion: '2026.09.20',
      dateReleased: '2026-09-20T10:00:00.0000Z',
      count: 2,
      vulnerabilities: [
        {
          cveID: 'CVE-2026-10001',
          vendorProject: 'Made-up',
          product: 'Thing, "Pro" [x]',
          vulnerabilityName: 'Made-up Thing Overflow',
          dateAdded: '2026-09-01',
          shortDescription: 'It overflows.',
          requiredAction: 'Update it.',
          dueDate: '2026-09-22',
          knownRansomwareCampaignUse: 'Known',
          notes: 'https://example.com',
          cwes: ['CWE-787'],
        },
        { vendorProject: 'Without a number' },
      ],
    }),
    indicators: 1,
    first: 'CVE-2026-10001',
    malformed: 1,
  },
};
