import type {
  DmarcOutcome,
  DmarcRequest,
} from '../../../../../scanner/protocols/mail/dmarc/evaluate-dmarc.ts';

export interface DmarcCase {
  readonly title: string;
  readonly rule: string;
  readonly zone: string;
  readonly from?: string;
  /** Domains that passed. */
  readonly spf?: string;
  readonly dkim?: readonly string[];
  readonly result: DmarcOutcome['result'];
  readonly policy?: DmarcOutcome['policy'];
  readonly recordDomain?: string;
  readonly organizationalDomain?: string;
}

export type DmarcResults = Pick<DmarcRequest, 'spf' | 'dkim'>;

const c = (
  title: string,
  rule: string,
  zone: string,
  result: DmarcCase['result'],
  more: Partial<DmarcCase> = {},
): DmarcCase => ({ title, rule: `RFC 9989 section ${rule}`, zone, result, ...more });

const org = '_dmarc.example.com TXT';
const own = '_dmarc.a.mail.example.com TXT';
const deep = 'a.b.c.d.e.f.g.h.i.example.com';
/** A public suffix that says so, with one member that has a record. */
const guild = `_dmarc.guild.example TXT "v=DMARC1; p=reject; sp=quarantine; psd=y"
  _dmarc.north.guild.example TXT "v=DMARC1; p=quarantine"`;
const north = { recordDomain: 'north.guild.example', organizationalDomain: 'north.guild.example' };

export const dmarcCases: readonly DmarcCase[] = [
  c('no record at all', '4.10.1', 'x.org TXT "x"', 'none', { organizationalDomain: 'example.com' }),
  c('the domain has one', '4.10.1', `${org} "v=DMARC1; p=reject"`, 'fail', {
    policy: 'reject',
    recordDomain: 'example.com',
  }),
  c('SPF aligned', '4.4', `${org} "v=DMARC1; p=reject"`, 'pass', { spf: 'example.com', policy: 'reject' }),
  c('SPF aligned by the organizational domain', '4.4', `${org} "v=DMARC1; p=reject"`, 'pass', {
    spf: 'bounce.example.com',
  }),
  c('SPF not aligned where strict', '4.4', `${org} "v=DMARC1; p=reject; aspf=s"`, 'fail', {
    spf: 'bounce.example.com',
  }),
  c('DKIM aligned', '4.4', `${org} "v=DMARC1; p=reject"`, 'pass', {
    dkim: ['other.org', 'news.example.com'],
  }),
  c('DKIM not aligned where strict', '4.4', `${org} "v=DMARC1; p=reject; adkim=s"`, 'fail', {
    dkim: ['news.example.com'],
  }),
  c('DKIM of another organization', '4.4', `${org} "v=DMARC1; p=none"`, 'fail', {
    dkim: ['example.org'],
    policy: 'none',
  }),
  c(
    'a subdomain takes sp',
    '4.10.1',
    `${org} "v=DMARC1; p=reject; sp=quarantine"\na.mail.example.com A 192.0.2.1`,
    'fail',
    { from: 'a.mail.example.com', policy: 'quarantine', recordDomain: 'example.com' },
  ),
  c(
    'a subdomain without sp takes p',
    '4.7',
    `${org} "v=DMARC1; p=reject"\na.mail.example.com A 192.0.2.1`,
    'fail',
    { from: 'a.mail.example.com', policy: 'reject' },
  ),
  c(
    'one that does not exist takes np',
    '4.10.1',
    `${org} "v=DMARC1; p=none; sp=quarantine; np=reject"`,
    'fail',
    { from: 'ghost.example.com', policy: 'reject' },
  ),
  c(
    'one that does not exist takes sp without np',
    '4.7',
    `${org} "v=DMARC1; p=none; sp=quarantine"`,
    'fail',
    { from: 'ghost.example.com', policy: 'quarantine' },
  ),
  c(
    'one that exists does not take np',
    '4.10.1',
    `${org} "v=DMARC1; p=none; np=reject"\nlive.example.com MX 0 .`,
    'fail',
    { from: 'live.example.com', policy: 'none' },
  ),
  c(
    'an alias that leads nowhere exists',
    '4.10.1',
    `${org} "v=DMARC1; p=none; np=reject"\nlive.example.com CNAME gone.example.org`,
    'fail',
    { from: 'live.example.com', policy: 'none' },
  ),
  c(
    'a record of its own goes first',
    '4.10.1',
    `${org} "v=DMARC1; p=reject"\n${own} "v=DMARC1; p=none"`,
    'fail',
    {
      from: 'a.mail.example.com',
      policy: 'none',
      recordDomain: 'a.mail.example.com',
      organizationalDomain: 'example.com',
    },
  ),
  c(
    'records half-way up are for the organizational domain only',
    '4.10.2',
    `${org} "v=DMARC1; p=reject"\n_dmarc.mail.example.com TXT "v=DMARC1; p=none"`,
    'fail',
    { from: 'a.mail.example.com', policy: 'reject', recordDomain: 'example.com' },
  ),
  c(
    'the shortest name with a record is the organization',
    '4.10.2',
    '_dmarc.mail.example.com TXT "v=DMARC1; p=quarantine"\na.mail.example.com A 192.0.2.1',
    'fail',
    { from: 'a.mail.example.com', policy: 'quarantine', organizationalDomain: 'mail.example.com' },
  ),
  c(
    'psd=y: the organization is one label below',
    '4.10.2',
    '_dmarc.com TXT "v=DMARC1; p=reject; psd=y"\na.mail.example.com A 192.0.2.1',
    'fail',
    {
      from: 'a.mail.example.com',
      policy: 'reject',
      recordDomain: 'com',
      organizationalDomain: 'example.com',
    },
  ),
  c('psd=y with np', '4.10.1', '_dmarc.com TXT "v=DMARC1; p=none; np=reject; psd=y"', 'fail', {
    from: 'ghost.com',
    policy: 'reject',
    recordDomain: 'com',
  }),
  c(
    'psd=y below a record of the organization',
    '4.10.1',
    `_dmarc.com TXT "v=DMARC1; p=none; psd=y"\n${org} "v=DMARC1; p=reject"\na.mail.example.com A 192.0.2.1`,
    'fail',
    {
      from: 'a.mail.example.com',
      policy: 'reject',
      recordDomain: 'example.com',
      organizationalDomain: 'example.com',
    },
  ),
  c(
    'two organizations below a public suffix',
    '4.10.2',
    '_dmarc.com TXT "v=DMARC1; p=reject; psd=y"',
    'fail',
    { from: 'one.com', spf: 'two.com' },
  ),
  c('psd=y at the domain itself', '4.10.2', '_dmarc.com TXT "v=DMARC1; p=reject; psd=y"', 'fail', {
    from: 'com',
    policy: 'reject',
    organizationalDomain: 'com',
  }),
  c('a member below a public suffix is an organization', '4.10.2', guild, 'pass', {
    from: 'north.guild.example',
    spf: 'post.north.guild.example',
    dkim: ['post.south.guild.example'],
    ...north,
  }),
  c('its neighbour is another one', '4.10.2', guild, 'fail', {
    from: 'north.guild.example',
    dkim: ['post.south.guild.example', 'guild.example'],
    policy: 'quarantine',
    ...north,
  }),
  c('a member without a record takes sp of the suffix', '4.10.1', guild, 'pass', {
    from: 'post.south.guild.example',
    dkim: ['south.guild.example'],
    policy: 'quarantine',
    recordDomain: 'guild.example',
    organizationalDomain: 'south.guild.example',
  }),
  c('what is below a suffix is none of its own', '4.10.2', guild, 'fail', {
    from: 'guild.example',
    spf: 'post.guild.example',
    policy: 'reject',
    organizationalDomain: 'guild.example',
  }),
  c(
    'psd=n ends the walk',
    '4.10.2',
    `${org} "v=DMARC1; p=none"\n_dmarc.mail.example.com TXT "v=DMARC1; p=reject; psd=n"\na.mail.example.com A 192.0.2.1`,
    'fail',
    { from: 'a.mail.example.com', policy: 'reject', organizationalDomain: 'mail.example.com' },
  ),
  c(
    'psd=n at the domain itself parts it from its parent',
    '4.10.2',
    `${org} "v=DMARC1; p=none"\n_dmarc.mail.example.com TXT "v=DMARC1; p=reject; psd=n"`,
    'fail',
    { from: 'mail.example.com', dkim: ['example.com'], organizationalDomain: 'mail.example.com' },
  ),
  c(
    'a walk takes eight questions',
    '4.10',
    `_dmarc.i.example.com TXT "v=DMARC1; p=quarantine"\n${deep} A 192.0.2.1`,
    'fail',
    { from: deep, policy: 'quarantine', recordDomain: 'i.example.com' },
  ),
  c(
    'a walk leaves out the middle of long names',
    '4.10',
    `_dmarc.b.c.d.e.f.g.h.i.example.com TXT "v=DMARC1; p=quarantine"`,
    'none',
    { from: deep },
  ),
  c('several records mean none', '4.10', `${org} "v=DMARC1; p=reject"\n${org} "v=DMARC1; p=none"`, 'none'),
  c(
    "several records at the domain leave the parent's",
    '4.10',
    `${own} "v=DMARC1; p=reject"\n${own} "v=DMARC1; p=none"\n${org} "v=DMARC1; p=quarantine"\na.mail.example.com A 192.0.2.1`,
    'fail',
    { from: 'a.mail.example.com', policy: 'quarantine' },
  ),
  c('other TXT records beside it', '4.10', `${org} "hello"\n${org} "v=DMARC1; p=reject"`, 'fail', {
    policy: 'reject',
  }),
  c('the version in other letters', '4.7', `${org} "v=dmarc1; p=reject"`, 'none'),
  c('the version in second place', '4.7', `${org} "p=reject; v=DMARC1"`, 'none'),
  c('a later version', '4.7', `${org} "v=DMARC11; p=reject"`, 'none'),
  c('spaces wherever they may be', '4.8', `${org} "v = DMARC1 ;\\009p = Reject ; "`, 'fail', {
    policy: 'reject',
  }),
  c('strings are put together', '4.5', `${org} "v=DMARC1; p=re" "ject"`, 'fail', { policy: 'reject' }),
  c('a tag that stands twice', '4.7', `${org} "v=DMARC1; p=reject; p=none"`, 'none'),
  c(
    'a record without a policy is found all the same',
    '4.10.1',
    `${org} "v=DMARC1; p=reject"\n${own} "v=DMARC1; adkim=s"`,
    'none',
    { from: 'a.mail.example.com' },
  ),
  c(
    'no p, rua is a URI that is not for mail',
    '4.10.1',
    `${org} "v=DMARC1; rua=bogus, https://r.example"`,
    'fail',
    {
      policy: 'none',
    },
  ),
  c('no p, rua in angle brackets', '4.10.1', `${org} "v=DMARC1; rua=<mailto:d@example.com>"`, 'none'),
  c('an address for a domain', '4.10', 'x.org TXT "x"', 'none', { from: '[192.0.2.1]' }),
  c('a label that there can not be', '4.10.1', `${org} "v=DMARC1; p=none; np=reject"`, 'fail', {
    from: `${'l'.repeat(64)}.example.com`,
    policy: 'reject',
  }),
  c('no p, no rua', '4.10.1', `${org} "v=DMARC1"`, 'none'),
  c('no p, with rua', '4.10.1', `${org} "v=DMARC1; rua=mailto:d@example.com"`, 'fail', { policy: 'none' }),
  c(
    'p is none that there is, with rua',
    '4.10.1',
    `${org} "v=DMARC1; p=foo; rua=mailto:d@example.com"`,
    'fail',
    { policy: 'none' },
  ),
  c(
    'p is none that there is, rua is no URI',
    '4.10.1',
    `${org} "v=DMARC1; p=foo; rua=d@example.com"`,
    'none',
  ),
  c(
    'sp is none that there is',
    '4.10.1',
    `${org} "v=DMARC1; p=reject; sp=foo; rua=mailto:d@example.com"`,
    'fail',
    { policy: 'none' },
  ),
  c('np is none that there is', '4.10.1', `${org} "v=DMARC1; p=reject; np=foo"`, 'none'),
  c(
    'unknown tags and removed ones do nothing',
    '4.7',
    `${org} "v=DMARC1; p=reject; pct=0; ri=x; foo=bar"`,
    'fail',
    { policy: 'reject' },
  ),
  c('test mode takes a step off reject', '4.7', `${org} "v=DMARC1; p=reject; t=y"`, 'fail', {
    policy: 'quarantine',
  }),
  c('test mode takes a step off quarantine', '4.7', `${org} "v=DMARC1; p=quarantine; t=y"`, 'fail', {
    policy: 'none',
  }),
  c('test mode of a wrong value is none', '4.7', `${org} "v=DMARC1; p=reject; t=x"`, 'fail', {
    policy: 'reject',
  }),
  c('letters of the domain do not matter', '4.4', `${org} "v=DMARC1; p=reject"`, 'pass', {
    from: 'Example.COM',
    spf: 'EXAMPLE.com',
  }),
  c('the lookup fails', '5.3', `${org} !timeout`, 'temperror'),
  c(
    'the lookup of a parent fails, the domain has a record',
    '5.3',
    `${org} !servfail\n_dmarc.mail.example.com TXT "v=DMARC1; p=reject"`,
    'fail',
    { from: 'mail.example.com', policy: 'reject' },
  ),
  c(
    'the walk for a signature fails',
    '5.3',
    `${org} "v=DMARC1; p=reject"\n_dmarc.slow.example.com TXT !timeout`,
    'temperror',
    { dkim: ['slow.example.com'] },
  ),
  c(
    'whether the domain exists is not known',
    '5.3',
    `${org} "v=DMARC1; p=none; np=reject"\nslow.example.com A !timeout`,
    'temperror',
    { from: 'slow.example.com' },
  ),
];
