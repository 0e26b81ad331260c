import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { rootDirectory } from '../../../scripts/check/package-program.ts';
import { readCommands } from '../../readme/read-blocks.ts';
import { newerPackage } from '../../support/installation/newer-package.ts';
import { runOnACopy } from '../../support/installation/on-a-copy.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const deploy = join(rootDirectory, 'deploy', 'collector');
const run = promisify(execFile);

const directory = '/var/lib/sonde-collector';
/** What stands between the commands of the pages: a person who takes his time, an agent, and a look at what is stored. */
const functions = `
wait_for_collector() {
  for _ in $(seq 600); do if ! systemctl is-active sonde-collector >/dev/null || curl -fs http://127.0.0.1:8080/health/ready >/dev/null; then break; fi; sleep 0.2; done
}
ask() {
  local path=$1 key=$2; shift 2
  curl -sS --fail-with-body -H "x-api-key: $key" -H 'content-type: application/json' "$@" "http://127.0.0.1:8080/api/v1/dns-monitoring/$path"
}
make_location() {
  location_key=$(ask locations "$(cat ${directory}/administrator-key)" -d '{"location_name":"Office"}' | grep -o 'sonde_loc_[A-Za-z0-9_-]*')
}
send_rows() {
  local list='' now; now=$(date -u +%Y-%m-%dT%H:%M:%SZ)
  for row in $(seq "$2"); do
    list="$list,{\\"timestamp\\":\\"$now\\",\\"client_ip\\":\\"192.0.2.7\\",\\"query_name\\":\\"r$row.$1.example\\",\\"query_type\\":\\"A\\",\\"response_code\\":\\"NOERROR\\"}"
  done
  ask queries "$location_key" -d "{\\"queries\\":[\${list#,}]}" >/dev/null
}
tell_rows() {
  local found=''
  for _ in $(seq 300); do
    found=$(ask 'stats?period=24h' "$(cat ${directory}/administrator-key)" | grep -o '"totals":{"queries":[0-9]*' | grep -o '[0-9]*$')
    if [ "$found" = "$2" ]; then break; fi
    sleep 0.2
  done
  echo "$1: $found"
}`;

test('the pages lead from installation over backup, upgrade and restore to removal by their own commands', async (t) => {
  t.timeout(900_000);
  const built = await temporaryDirectory(t);
  const [build = '', ...install] = readCommands('docs/installation.md', 'Debian and derivatives');
  t.is(build, 'npm run package -- collector');
  const program = join(rootDirectory, 'scripts', 'package', 'main.ts');
  await run(process.execPath, [program, 'collector', '--out', built, '--compression', 'none']);
  const [name = ''] = await readdir(built);
  t.regex(name, /^sonde-collector_\d+\.\d+\.\d+_[a-z0-9]+\.deb$/);
  const [first, newer] = [join(built, name), join(built, 'sonde-collector_99.0.0_all.deb')];
  await newerPackage(first, '99.0.0', newer);

  const backup = readCommands('docs/backup.md', 'Back up, restore, move to another machine');
  const [upgrade, restore, remove] = [
    readCommands('docs/upgrade.md', 'Upgrade'),
    readCommands('docs/backup.md', 'Restore').filter((command) => !command.startsWith('podman')),
    readCommands('docs/upgrade.md', 'Remove'),
  ];
  t.deepEqual([install.length, upgrade.length, restore.length, remove.length], [3, 2, 5, 2]);
  const typed = (command: string) => [`echo '$ ${command}'`, command, 'wait_for_collector'];
  const stdout = await runOnACopy(
    t,
    [
      functions,
      `mkdir -p /root/checkout/dist /mnt/backups; cd /root/checkout`,
      `ln -s /run/given/${name} dist/`,
      ...install.flatMap(typed),
      `stat -c 'key file: %a %U' ${directory}/administrator-key`,
      "page=$(curl -sS -H 'Accept: text/html' http://127.0.0.1:8080/setup)",
      `script=$(grep -o 'src="[^"]*\\.js"' <<<"$page" | head -1 | cut -d'"' -f2)`,
      `curl -sS -o /dev/null -w 'script: %{http_code} %{content_type}\\n' "http://127.0.0.1:8080/\${script#/}"`,
      'make_location; send_rows before 30; tell_rows sent 30',
      ...backup.slice(0, 1).flatMap(typed),
      'send_rows after 12; tell_rows sent 42',
      'cd /root; ln -s /run/given/sonde-collector_99.0.0_all.deb .',
      ...upgrade.flatMap(typed),
      "dpkg -s sonde-collector | sed -n 's/^Version: /installed: /p'",
      'tell_rows upgraded 42',
      ...restore.flatMap(typed),
      'tell_rows restored 30',
      `systemctl is-active sonde-collector | sed 's/^/the service is /'`,
      ...typed(remove[0]!),
      `test ! -e /usr/bin/sonde && test -d ${directory} && echo 'removed, and its data kept'`,
      ...typed(remove[1]!),
      `for left in ${directory} /var/cache/sonde-collector /usr/lib/sonde /usr/bin/sonde /etc/sonde; do test ! -e $left || echo "left: $left"; done`,
      "getent passwd sonde-collector || echo 'the user is gone'",
    ],
    [first, newer],
  ).catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`${error.stdout}\n${error.stderr}`);
  });
  t.regex(stdout, /^The dashboard is at http:\/\/127\.0\.0\.1:8080\./m);
  t.notRegex(stdout, /sonde_adm_/);
  t.regex(stdout, /^key file: 600 sonde-collector$/m);
  t.regex(stdout, /^The collector at http:\/\/127\.0\.0\.1:8080 is ready/m);
  t.regex(stdout, /^Last 24 hours: /m, 'root needs to name no key');
  t.regex(stdout, /^http:\/\/127\.0\.0\.1:8080\/setup#/m);
  t.regex(stdout, /^script: 200 text\/javascript/m, 'the dashboard is built where the service may write');
  t.regex(stdout, /^installed: 99\.0\.0$/m);
  t.regex(stdout, /^upgraded: 42$/m);
  t.regex(stdout, /^restored: 30$/m);
  t.regex(stdout, /^the service is active$/m);
  t.regex(stdout, /^removed, and its data kept$/m);
  t.notRegex(stdout, /^left: /m);
  t.regex(stdout, /^the user is gone$/m);
});

test('the unit is confined, and its scripts and settings are sound', (t) => {
  const unit = readFileSync(join(deploy, 'sonde-collector.service'), 'utf8');
  t.regex(unit, /^User=sonde-collector$/m);
  t.regex(unit, /^NoNewPrivileges=yes$/m);
  t.regex(unit, /^ProtectSystem=strict$/m);
  t.regex(unit, /^CapabilityBoundingSet=CAP_NET_BIND_SERVICE$/m);
  for (const script of ['postinst', 'prerm', 'postrm', 'sonde'])
    execFileSync('sh', ['-n', join(deploy, script)]);
  const documented = readFileSync(join(rootDirectory, 'docs', 'configuration.md'), 'utf8');
  const container = readFileSync(join(deploy, 'Containerfile'), 'utf8');
  for (const [, name] of `${unit}\n${container}`.matchAll(/^(?:Environment=|ENV )(SONDE_\w+)=/gm))
    t.true(documented.includes(`\`${name}\``), name);
  t.true(container.indexOf('\nUSER 10001:10001') < container.indexOf('\nENTRYPOINT'));
  const example = JSON.parse(readFileSync(join(deploy, 'collector.example.json'), 'utf8'));
  for (const key of Object.keys(example))
    t.true(documented.includes(`\`--${key.replaceAll('_', '-')}\``), key);
});
