import { judgeConfiguration } from '../../../scanner/configuration/judge-configuration.ts';
import { gzippedTar } from './archives.ts';
import { samples } from './samples.ts';

/**
 * Judges all samples with includes, scripts and plugins added, between two marks that a tracer sees as reads of the files `/begin` and
 * `/end`.
 */
const hostile: Readonly<Record<string, string>> = {
  bind: 'include "/etc/passwd";\nplugin query "/tmp/evil.so";\nkey k { algorithm hmac-md5; secret "x"; };\n',
  unbound:
    'include: "/etc/passwd"\nserver:\n module-config: "python iterator"\npython:\n python-script: "/etc/passwd"\n',
  nsd: 'include: "/etc/*"\n',
  knot: 'include: "/etc/passwd"\n',
  dnsmasq: 'conf-dir=/etc\nconf-script=/bin/true\n',
  powerdns: 'include-dir=/etc\nload-modules=/tmp/evil.so\n',
  'pdns-recursor': 'include-dir=/etc\nlua-config-file=/etc/passwd\n',
};
const all = Object.entries(samples).flatMap(([serverType, texts]) =>
  texts.map((text) => ({ serverType, text: `${text}${hostile[serverType] ?? ''}` })),
);
all.push({
  serverType: 'dnsdist',
  text: "includeDirectory('/etc')\nos.execute('true')\ndofile('/etc/passwd')\n",
});
all.push({
  serverType: 'pdns-recursor',
  text: 'recursor:\n  include_dir: /etc\n  lua_dns_script: /etc/passwd\n  x: !include /etc/passwd\n',
});
all.push({
  serverType: 'blocky',
  text: 'blocking:\n  denylists:\n    a: [/etc/passwd, http://127.0.0.1/l]\n',
});
all.push({
  serverType: 'adguard',
  text: 'dns:\n  upstream_dns_file: /etc/passwd\nfilters:\n  - url: file:///etc/passwd\n',
});
all.push({ serverType: 'kea', text: '{ "Dhcp4": <?include "/etc/passwd"?>\n}' });
all.push({ serverType: 'coredns', text: '. {\n  import /etc/passwd\n  forward . /etc/resolv.conf\n}\n' });

function judgeAll(): number {
  return all.reduce((sum, { serverType, text }) => {
    const content = Buffer.from(text);
    const packed = gzippedTar([{ name: 'etc/main', content }]);
    const plain = judgeConfiguration({ files: [{ name: 'f', content }], serverType });
    const archived = judgeConfiguration({ files: [{ name: 'f.tgz', content: packed }], serverType });
    return sum + plain.findings.length + archived.findings.length;
  }, 0);
}

// Once before, so that what Node itself loads at first use is loaded.
judgeAll();
const { existsSync } = await import('node:fs');
existsSync('/begin');
const findings = judgeAll();
existsSync('/end');
console.log(`${findings} findings`);
