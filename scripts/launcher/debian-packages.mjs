import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runStep } from './run-step.mjs';
import { SetupError } from './setup-error.mjs';

/** Every Debian package that Sonde uses, with the purpose that needs it and how to see that it is there. */
const requirements = [
  {
    package: 'libpcap-dev',
    for: 'capture',
    present: () => anyExists('/usr/include/pcap/pcap.h', '/usr/local/include/pcap/pcap.h'),
  },
  { package: 'g++', for: 'capture', present: () => onPath('g++') || onPath('c++') },
  { package: 'make', for: 'capture', present: () => onPath('make') },
  { package: 'python3', for: 'capture', present: () => onPath('python3') },
  { package: 'nsd', for: 'demo', present: () => onPath('nsd') },
  { package: 'unbound', for: 'demo', present: () => onPath('unbound') },
  { package: 'ldnsutils', for: 'demo', present: () => onPath('ldns-signzone') },
  { package: 'iproute2', for: 'demo', present: () => onPath('ip') },
  { package: 'util-linux', for: 'demo', present: () => onPath('unshare') },
  { package: 'bind9-dnsutils', for: 'test', present: () => onPath('dig') },
  { package: 'bind9', for: 'test', present: () => onPath('named') },
  { package: 'unbound-host', for: 'test', present: () => onPath('unbound-host') },
  { package: 'knot', for: 'test', present: () => onPath('knotc') },
  { package: 'dnsmasq-base', for: 'test', present: () => onPath('dnsmasq') },
  { package: 'pdns-server', for: 'test', present: () => onPath('pdns_server') },
  {
    package: 'pdns-backend-bind',
    for: 'test',
    present: () =>
      anyExists(
        ...['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/pdns/libbindbackend.so`),
      ),
  },
  { package: 'strace', for: 'test', present: () => onPath('strace') },
  { package: 'knot-dnssecutils', for: 'test', present: () => onPath('kzonecheck') },
  { package: 'knot-resolver', for: 'test', present: () => onPath('kresd') },
  { package: 'lua-cqueues', for: 'test', present: () => anyExists('/usr/share/lua/5.1/cqueues.lua') },
  { package: 'pdns-recursor', for: 'test', present: () => onPath('pdns_recursor') },
  { package: 'dnsdist', for: 'test', present: () => onPath('dnsdist') },
  { package: 'curl', for: 'test', present: () => onPath('curl') },
  { package: 'tcpdump', for: 'test', present: () => onPath('tcpdump') },
  { package: 'iodine', for: 'test', present: () => onPath('iodine') && onPath('iodined') },
  { package: 'dns2tcp', for: 'test', present: () => onPath('dns2tcpd') },
  { package: 'zstd', for: 'test', present: () => onPath('zstd') },
  { package: 'openssl', for: 'test', present: () => onPath('openssl') },
  { package: 'libcap2-bin', for: 'test', present: () => onPath('setcap') },
  { package: 'chromium', for: 'test', present: () => onPath('chromium') },
  { package: 'prometheus', for: 'test', present: () => onPath('promtool') },
  { package: 'mosquitto', for: 'test', present: () => onPath('mosquitto') },
  { package: 'mosquitto-clients', for: 'test', present: () => onPath('mosquitto_sub') },
  { package: 'nats-server', for: 'test', present: () => onPath('nats-server') },
  { package: 'kcat', for: 'test', present: () => onPath('kcat') },
  { package: 'prometheus-alertmanager', for: 'test', present: () => onPath('prometheus-alertmanager') },
  // A machine that logs by syslog-ng is not to lose it: the tests take either.
  { package: 'rsyslog', for: 'test', present: () => onPath('rsyslogd') || onPath('syslog-ng') },
  {
    package: 'rsyslog-openssl',
    for: 'test',
    present: () =>
      onPath('syslog-ng') ||
      anyExists(
        ...['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/rsyslog/lmnsd_ossl.so`),
      ),
  },
  { package: 'postgresql', for: 'test', present: hasPostgres },
];

const reasons = {
  capture: 'to build the part that reads packets',
  demo: 'for the servers of the demonstration network',
  test: 'for the tests',
};

/** Lists the names of the packages that are missing for any of these purposes. */
export function missingPackages(purposes) {
  return requirements.filter((one) => purposes.includes(one.for) && !one.present()).map((one) => one.package);
}

/** Installs them if we may; throws a SetupError that says what to do if we may not. */
export async function installPackages(progress, names) {
  const command = `apt-get install -y --no-install-recommends ${names.join(' ')}`;
  const purposes = new Set(requirements.filter((one) => names.includes(one.package)).map((one) => one.for));
  const why = [...purposes].map((purpose) => reasons[purpose]).join(' and ');
  if (!onPath('apt-get')) {
    throw new SetupError(
      `Sonde needs these packages ${why}: ${names.join(', ')} (Debian names). Install them, then start again.`,
    );
  }
  if (process.getuid?.() !== 0) {
    throw new SetupError(
      `Sonde needs Debian packages ${why}. Run this command, then start again:\n  sudo ${command}`,
    );
  }
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, failure: `Debian packages could not be installed: ${names.join(', ')}.` };
  await withoutServices(async () => {
    if (!hasPackageLists())
      await runStep(progress, 'Reading the lists of Debian packages', 'apt-get', ['update'], options);
    const title = `Installing Debian packages ${why}: ${names.join(' ')}`;
    await runStep(progress, title, 'apt-get', command.split(' ').slice(1), options).catch(async (error) => {
      // Old lists name packages that are there no more.
      if (error.exitCode !== 1) throw error;
      await runStep(progress, 'Reading the lists of Debian packages again', 'apt-get', ['update'], options);
      await runStep(progress, title, 'apt-get', command.split(' ').slice(1), options);
    });
  });
  const still = requirements.filter((one) => names.includes(one.package) && !one.present());
  if (still.length > 0) {
    throw new SetupError(
      `These packages are still missing after their installation: ${still.map((one) => one.package).join(', ')}.`,
    );
  }
}

// Debian starts a service as soon as it is installed; we want the programs alone.
async function withoutServices(work) {
  const policy = '/usr/sbin/policy-rc.d';
  const content = '#!/bin/sh\n# Made by Sonde while it installs packages; may be deleted.\nexit 101\n';
  if (existsSync(policy) && readFileSync(policy, 'utf8') !== content) return work();
  writeFileSync(policy, content, { mode: 0o755 });
  const remove = () => rmSync(policy, { force: true });
  process.on('exit', remove);
  try {
    return await work();
  } finally {
    process.off('exit', remove);
    remove();
  }
}

function hasPackageLists() {
  try {
    return readdirSync('/var/lib/apt/lists').some((name) => name.includes('_Packages'));
  } catch {
    return false;
  }
}

function hasPostgres() {
  try {
    return readdirSync('/usr/lib/postgresql').some((version) =>
      existsSync(`/usr/lib/postgresql/${version}/bin/postgres`),
    );
  } catch {
    return false;
  }
}

function anyExists(...paths) {
  return paths.some((path) => existsSync(path));
}

function onPath(name) {
  const directories = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return directories.some((directory) => isExecutable(join(directory, name)));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
