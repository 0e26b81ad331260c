/** A hostile configuration is a text that is made to cost, of about so many characters. */
export interface HostileConfiguration {
  readonly serverType: string;
  readonly what: string;
  text(length: number): string;
}

/** Lines until the text is as long; `line` gets its number. */
function filled(start: string, line: (index: number) => string, end = '') {
  return (length: number): string => {
    const parts = [start];
    for (let size = start.length + end.length, index = 0; size < length; index++) {
      const one = line(index);
      parts.push(one);
      size += one.length;
    }
    return parts.join('') + end;
  };
}

const repeated = (text: string) => (length: number) => text.repeat(Math.ceil(length / text.length));
/** Addresses of the public Internet: those of own networks cost nothing. */
const address = (index: number) => `8.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
/** Half of the text is one, half the other. */
const halves =
  (first: (length: number) => string, second: (length: number) => string) =>
  (length: number): string =>
    first(length / 2) + second(length / 2);

type Makers = Readonly<Record<string, (length: number) => string>>;

/** What costs in any family: openings of all kinds, long words and lines, unknown names. */
const common: Makers = {
  'openings of comments': repeated('/* '),
  'openings of comments, closed once': (length) => `${'/* '.repeat(length / 3)}*/`,
  'openings of braces': repeated('{ '),
  'openings of brackets': repeated('[ '),
  'openings of parentheses': repeated('a('),
  'quotation marks': repeated('" \n'),
  'quotation marks of both kinds': repeated('"\'\n'),
  backslashes: repeated('"\\"\\'),
  'one word': repeated('a'),
  'one line of words': repeated('a '),
  'blank lines': repeated(' \t\n'),
  'unknown names': filled('', (index) => `unknown-option-${index} x;\n`),
  'unknown names with colons': filled('', (index) => `unknown-option-${index}: x\n`),
  'unknown names with equals signs': filled('', (index) => `unknown-option-${index}=x\n`),
  'lines of colons': repeated(':\n'),
  commas: repeated(','),
  hashes: repeated('#'),
  'hashes, a line each': repeated('#\n'),
  dashes: repeated('- '),
  'long brackets': repeated('--[==['),
  'signs that are no ASCII': repeated('é\u2028 '),
};

const makers: Readonly<Record<string, Makers>> = {
  bind: {
    'acls that name each other': filled(
      'acl a0 { 10.0.0.0/8; };\n',
      (index) => `acl a${index + 1} { a${index}; a${index}; };\n`,
      'options { allow-recursion { a20; }; };\n',
    ),
    'an acl of many addresses, and many zones': halves(
      filled('acl many {', (index) => `${address(index)};`, '};\noptions { allow-transfer { many; }; };\n'),
      filled('', (index) => `zone z${index} { type primary; file "z"; };\n`),
    ),
    'an acl of many addresses, and many zones that name it': halves(
      filled('acl many {', (index) => `${address(index)};`, '};\n'),
      filled(
        '',
        (index) =>
          `zone z${index} { type primary; file "z"; allow-transfer { many; }; allow-update { many; }; };\n`,
      ),
    ),
    'zones with many addresses each': filled('', (zone) => {
      const list = Array.from({ length: 600 }, (_, index) => `${address(600 * zone + index)};`);
      return `zone z${zone} { type primary; file "z${zone}"; allow-transfer { ${list.join('')} }; };\n`;
    }),
    'many views': filled(
      '',
      (index) => `view v${index} { match-clients { ${address(index)}; }; recursion yes; };\n`,
    ),
    'many zones of one name': filled('', () => 'zone a { type primary; file "z"; };\n'),
    'many keys': filled(
      '',
      (index) => `key k${index} { algorithm hmac-sha256; secret "c2VjcmV0${index}"; };\n`,
    ),
    'keys in lists': filled('', (index) => `server ${address(index)} { keys { k${index}; }; };\n`),
    'undefined names': filled('options { allow-query {', (index) => `name-${index};`, '}; };\n'),
    'undefined names beside many': halves(
      filled('', (index) => `acl name-${index} { any; };\n`),
      filled('options { allow-query {', (index) => `nome-${index};`, '}; };\n'),
    ),
    'optional words': filled(
      'options { also-notify port 1 dscp 1 {',
      (index) => `${address(index)} port 1 key a tls b;`,
      '}; };',
    ),
    'choices in a row': filled(
      'options { rrset-order {',
      () => 'class IN type A name "x" order cyclic;',
      '}; };',
    ),
    'lines without semicolons': filled('options {\n', () => 'recursion yes\n', '};'),
    'one statement of many words': filled('options { forwarders', () => ' 1', '; };'),
    'a nested list of networks': (length) =>
      `options { allow-query ${'{ 10.0.0.0/8; '.repeat(60)}${filled('', (index) => `${address(index)};`)(length)}${'};'.repeat(60)} };`,
    channels: filled(
      'logging {',
      (index) => `channel c${index} { null; }; category queries { c${index}; };`,
      '};',
    ),
    'update policies': filled(
      'zone a { type primary; file "a"; update-policy {',
      (index) => `grant k${index} zonesub ANY;`,
      '}; };',
    ),
  },
  unbound: {
    'many networks': filled('server:\n', (index) => ` access-control: ${address(index)}/32 allow\n`),
    'networks that are alike': filled('server:\n', () => ' access-control: 10.0.0.0/8 allow\n'),
    'many forwarders': filled('', (index) => `forward-zone:\n name: z${index}\n forward-addr: 8.8.8.8\n`),
    'forwarders in one zone': filled('forward-zone:\n name: .\n', () => ' forward-addr: 8.8.8.8@53#a\n'),
    'local zones': filled(
      'server:\n',
      (index) => ` local-zone: "z${index}." static\n local-data: "a.z${index}. A 10.0.0.1"\n`,
    ),
    'local data': filled('server:\n', (index) => ` local-data: "a TXT x${index}"\n`),
    'many clauses': repeated('server:\n'),
    'many views': filled('', (index) => `view:\n name: v${index}\n local-zone: a static\n`),
    'many tags': filled(
      'server:\n',
      (index) => ` define-tag: "t${index}"\n access-control-tag: 10.0.0.0/8 "t${index}"\n`,
    ),
    'option names as values': repeated(' interface: server: port:'),
  },
  nsd: {
    'patterns that include each other': filled(
      '',
      (index) =>
        `pattern:\n name: p${index}\n include-pattern: p${index + 1}\n include-pattern: p${index + 1}\n`,
    ),
    'a pattern of many, and many zones': halves(
      filled('pattern:\n name: p\n', (index) => ` provide-xfr: ${address(index)} NOKEY\n`),
      filled('', (index) => `zone:\n name: z${index}\n zonefile: z\n include-pattern: p\n`),
    ),
    'many keys, used by many': filled(
      '',
      (index) =>
        `key:\n name: k${index}\n algorithm: hmac-sha256\n secret: c2VjcmV0\nzone:\n name: z${index}\n provide-xfr: 10.0.0.1 k${index}\n`,
    ),
    'zones of one name': filled('', () => 'zone:\n name: a\n zonefile: a\n'),
    'undefined keys': filled('zone:\n name: a\n', (index) => ` provide-xfr: 10.0.0.1 key-${index}\n`),
  },
  knot: {
    'acls of many': filled(
      'acl:\n',
      (index) => `  - id: a${index}\n    address: ${address(index)}\n    action: transfer\n`,
    ),
    'a long list': filled(
      'acl:\n  - id: a\n    address: [',
      (index) => ` ${address(index)},`,
      ' 10.0.0.1 ]\n',
    ),
    'an acl of many, and many zones': halves(
      filled(
        'acl:\n  - id: a\n    action: transfer\n    address: [',
        (index) => ` ${address(index)},`,
        ' 10.0.0.1 ]\nzone:\n',
      ),
      filled('', (index) => `  - domain: z${index}.\n    acl: [ a, a ]\n`),
    ),
    'templates, and zones of them': filled(
      '',
      (index) =>
        `template:\n  - id: t${index}\n    acl: a\nzone:\n  - domain: z${index}\n    template: t${index}\n`,
    ),
    'undefined names': filled('zone:\n', (index) => `  - domain: z${index}\n    acl: name-${index}\n`),
    'sections again and again': repeated('server:\n'),
    'brackets that stay open': filled('zone:\n', () => '  - domain: [ a\n'),
  },
  dnsmasq: {
    'many servers': filled('', (index) => `server=/z${index}/8.8.8.8\n`),
    'an alias of many names': filled('cname=', (index) => `n${index},`, 'target\n'),
    'many aliases': filled('', (index) => `cname=n${index},target\n`),
    'parts of one value': filled('dhcp-range=', () => '1,', '\n'),
    'slashes of one value': filled('server=/', () => 'a/', '8.8.8.8\n'),
    'dots of one value': filled('address=/a/', () => '1.', '\n'),
    'one option again and again': repeated('port=53\n'),
  },
  coredns: {
    'snippets that import each other': filled(
      '(s0) {\n log\n}\n',
      (index) => `(s${index + 1}) {\n import s${index}\n import s${index}\n}\n`,
      '. {\n import s20\n}\n',
    ),
    'a snippet of itself': filled('(s) {\n import s\n}\n', () => '. {\n import s\n}\n'),
    'a snippet that many import': halves(
      filled('(s) {\n', () => ' log\n', '}\n'),
      filled('', (index) => `z${index} {\n import s\n}\n`),
    ),
    'many servers': filled('', (index) => `z${index} {\n whoami\n}\n`),
    'many names of a server': filled('', (index) => `z${index} `, '{\n whoami\n}\n'),
    'servers of one name': filled('', () => 'a {\n whoami\n}\n'),
    'plugins that are unknown': filled('. {\n', (index) => ` plugin${index}\n`, '}\n'),
    'braces that open': filled('', () => 'a {\n'),
    'an acl of many': filled(
      '. {\n acl {\n allow net',
      (index) => ` ${address(index)}/32`,
      '\n }\n forward . 8.8.8.8\n}\n',
    ),
    'acls of many': filled(
      '. {\n forward . 8.8.8.8\n acl {\n',
      (index) => ` allow net ${address(index)}/32\n`,
      ' }\n}\n',
    ),
  },
  powerdns: {
    'continued lines': repeated('launch=a\\\n'),
    'one option again and again': repeated('local-port=53\n'),
    'many networks': filled('launch=\nallow-axfr-ips=', (index) => `${address(index)},`, '\n'),
    'names of backends': filled('launch=', (index) => `bind:b${index},`, '\n'),
    'an option of many parts': (length) => `gmysql${'-a'.repeat(Math.min(length, 20_000) / 2)}_=1\n`,
    'options of backends': filled('', (index) => `bind-b${index}-config=x\n`),
  },
  'pdns-recursor': {
    'many networks': filled('allow-from=', (index) => `${address(index)}/32,`, '\n'),
    'zones of forwarders': filled('forward-zones=', (index) => `z${index}=8.8.8.8,`, '\n'),
    'a list of YAML': filled('incoming:\n  allow_from:\n', (index) => `    - ${address(index)}/32\n`),
    'aliases of YAML': (length) => {
      const levels = Array.from({ length: 30 }, (_, at) => `x${at + 1}: &a${at + 1} [*a${at}, *a${at}]\n`);
      return `recursor:\n  threads: 1\nx0: &a0 [1, 2]\n${levels.join('')}${filled('', (index) => `y${index}: *a3\n`)(length)}`;
    },
    'deep YAML': (length) => `recursor: ${'{a: '.repeat(length / 4)}`,
    'lists of lists': (length) => `recursor: ${'['.repeat(length)}`,
    anchors: filled('', (index) => `a${index}: &b${index} 1\n`),
    'flow pairs': filled('recursor: {', (index) => `a${index}: 1, `, '}\n'),
    'tags and signs': repeated('- !!str ? : &a\n'),
    'one key again and again': filled('recursor:\n', () => '  threads: 1\n'),
    'folded text': filled('recursor:\n  server_id: >\n', () => '    a\n\n'),
  },
  blocky: {
    'groups that nobody lists': filled(
      'blocking:\n  denylists:\n    ads: [a]\n  clientGroupsBlock:\n    default:\n',
      (index) => `      - g${index}\n`,
    ),
    'many lists': filled('blocking:\n  denylists:\n', (index) => `    g${index}: [http://a/${index}]\n`),
    'upstreams in clear': filled('upstreams:\n  groups:\n    default:\n', () => '      - 8.8.8.8\n'),
    'deep mappings': (length) =>
      Array.from({ length: Math.sqrt(2 * length) }, (_, at) => `${' '.repeat(at)}a:\n`).join(''),
  },
  adguard: {
    'allowed clients': filled(
      'dns:\n  bind_hosts: [0.0.0.0]\n  allowed_clients:\n',
      (index) => `    - ${address(index)}\n`,
    ),
    'trusted proxies': filled('dns:\n  trusted_proxies:\n', (index) => `    - ${address(index)}/32\n`),
    users: filled('users:\n', (index) => `  - name: u${index}\n    password: p${index}\n`),
    'lines of a private key': filled('tls:\n  private_key: |\n', (index) => `    MIIE${index}\n`),
  },
  dnsdist: {
    'functions within each other': repeated('function() '),
    'calls within each other': repeated('newServer(f{'),
    'operators in a row': (length) => `x = ${'1 + '.repeat(length / 4)}1`,
    'signs before a value': (length) => `x = ${'not '.repeat(length / 4)}true`,
    'strings in a row': (length) => `x = ${"'a' .. ".repeat(length / 7)}'a'`,
    'a long table': filled('x = {', (index) => `a${index} = ${index}, `, '}'),
    'a long path': (length) => `x = a${'.b'.repeat(length / 2)}`,
    'calls in a row': (length) => `f${'()'.repeat(length / 2)}`,
    'many networks': filled('setACL({', (index) => `'${address(index)}/32', `, '})'),
    'many calls of lists': filled('', (index) => `addACL('${address(index)}/32')\n`),
    'variables that are nothing': filled('', (index) => `f(setKeys${index})\n`),
    'many variables': filled('', (index) => `local v${index} = ${index}\n`),
    'many servers': filled('', () => "newServer('8.8.8.8')\n"),
    'conditions in a row': (length) => `if a then ${'elseif a then '.repeat(length / 14)} end`,
    'returns of functions': filled('', (index) => `function f${index}(a) return a end\n`),
  },
  kea: {
    'many keys': filled(
      '{ "DhcpDdns": { "tsig-keys": [',
      (index) => `{ "name": "k${index}", "algorithm": "HMAC-MD5", "secret": "c2Vj${index}" },`,
      '{}] } }',
    ),
    'many domains': filled(
      '{ "DhcpDdns": { "forward-ddns": { "ddns-domains": [',
      (index) => `{ "name": "d${index}.", "key-name": "k${index}", "dns-servers": [] },`,
      '{}] } } }',
    ),
    'domains of one name': filled(
      '{ "DhcpDdns": { "forward-ddns": { "ddns-domains": [',
      () => '{ "name": "d." },',
      '{}] } } }',
    ),
    'members of one name': filled('{ "DhcpDdns": {', () => '"port": 1, ', '"port": 1 } }'),
    'deep lists': (length) => `{ "DhcpDdns": ${'['.repeat(length)}`,
    comments: repeated('// a\n'),
    'numbers of many digits': (length) => `{ "DhcpDdns": { "port": ${'1'.repeat(length)} } }`,
  },
};

/** Lists configurations of all servers that are made to cost. */
export function hostileConfigurations(only?: string): HostileConfiguration[] {
  return Object.entries(makers).flatMap(([serverType, own]) =>
    only !== undefined && only !== serverType
      ? []
      : Object.entries({ ...common, ...own }).map(([what, text]) => ({ serverType, what, text })),
  );
}
