/** The well-known selectors are selectors in wide use, independent of the mail provider. */
export const wellKnownSelectors: readonly string[] = [
  'default',
  'dkim',
  'mail',
  'email',
  'smtp',
  'google',
  'selector1',
  'selector2',
  's1',
  's2',
  'k1',
  'sig1',
  'key1',
  'dkim1',
  'mx',
  'fm1',
  'protonmail',
  'mandrill',
  'zoho',
  'pm',
  'mailjet',
  'ed25519',
];

/** Names that come together, whoever runs the mail. */
const series: readonly (readonly string[])[] = [
  ['s1', 's2', 's3'],
  ['k1', 'k2', 'k3'],
  ['key1', 'key2', 'key3'],
  ['dkim1', 'dkim2', 'dkim3'],
  ['selector1', 'selector2'],
  ['ed25519', 'rsa'],
];

interface Provider {
  /** Names of its servers, and of records that customers include, end so. */
  readonly suffixes: readonly string[];
  readonly selectors: readonly string[];
}

/** What mail providers document for their customers. */
const providers: readonly Provider[] = [
  { suffixes: ['google.com', 'googlemail.com'], selectors: ['google'] },
  { suffixes: ['outlook.com', 'office365.us'], selectors: ['selector1', 'selector2'] },
  { suffixes: ['protonmail.ch'], selectors: ['protonmail', 'protonmail2', 'protonmail3'] },
  { suffixes: ['messagingengine.com'], selectors: ['fm1', 'fm2', 'fm3', 'mesmtp'] },
  { suffixes: ['zoho.com', 'zoho.eu', 'zohomail.com'], selectors: ['zoho', 'zmail'] },
  { suffixes: ['icloud.com'], selectors: ['sig1'] },
  { suffixes: ['sendgrid.net'], selectors: ['s1', 's2', 'smtpapi'] },
  { suffixes: ['mailgun.org'], selectors: ['k1', 'mg', 'pic', 'mailo', 'mx', 'smtp'] },
  { suffixes: ['mandrillapp.com'], selectors: ['mandrill', 'mte1', 'mte2'] },
  { suffixes: ['mcsv.net'], selectors: ['k1', 'k2', 'k3'] },
  { suffixes: ['mailjet.com'], selectors: ['mailjet'] },
  { suffixes: ['sendinblue.com', 'brevo.com'], selectors: ['mail', 'brevo1', 'brevo2'] },
  { suffixes: ['mtasv.net'], selectors: ['pm', 'pm-bounces'] },
  { suffixes: ['migadu.com'], selectors: ['key1', 'key2', 'key3'] },
  { suffixes: ['yandex.net', 'yandex.ru'], selectors: ['mail'] },
  { suffixes: ['mail.ru'], selectors: ['mailru'] },
  { suffixes: ['zendesk.com'], selectors: ['zendesk1', 'zendesk2'] },
  { suffixes: ['ctct.net', 'constantcontact.com'], selectors: ['ctct1', 'ctct2'] },
  { suffixes: ['mlsend.com', 'mailerlite.com'], selectors: ['ml', 'litesrv'] },
  { suffixes: ['gandi.net'], selectors: ['gm1', 'gm2', 'gm3'] },
  { suffixes: ['hostinger.com'], selectors: ['hostingermail-a', 'hostingermail-b', 'hostingermail-c'] },
  { suffixes: ['titan.email'], selectors: ['titan1', 'titan2'] },
  { suffixes: ['infomaniak.ch'], selectors: ['20220412'] },
  { suffixes: ['createsend.com'], selectors: ['cm'] },
  { suffixes: ['mxroute.com', 'mxlogin.com'], selectors: ['x'] },
  { suffixes: ['purelymail.com'], selectors: ['purelymail1', 'purelymail2', 'purelymail3'] },
  { suffixes: ['mailbox.org'], selectors: ['mbo0001', 'mbo0002', 'mbo0003', 'mbo0004'] },
  { suffixes: ['posteo.de'], selectors: ['posteo'] },
];

/**
 * Lists the selectors of the providers that any of these names belongs to, such as mail exchangers, SPF includes and
 * aliases.
 */
export function selectorsOfProviders(names: readonly string[]): string[] {
  const wanted = names.map((name) => `.${name.toLowerCase()}`);
  const selectors = providers
    .filter(({ suffixes }) => suffixes.some((suffix) => wanted.some((name) => name.endsWith(`.${suffix}`))))
    .flatMap((provider) => provider.selectors);
  return [...new Set(selectors)];
}

/** Lists the selectors that are likely to have a key if these have one. */
export function siblingsOf(selectors: readonly string[]): string[] {
  const groups = [...series, ...providers.map((provider) => provider.selectors)];
  return [...new Set(groups.filter((group) => group.some((one) => selectors.includes(one))).flat())];
}
